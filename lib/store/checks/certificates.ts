import { type Selectable, sql } from "kysely";
import type { CertificateFacts } from "@/lib/contract/checks/check";
import { CERTIFICATE_IN_USE_HOURS, REDIRECT_COUNTS_HOURS } from "@/lib/domain/checks/certificate-expiry";
import { read } from "@/lib/store/core/connection/statements";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type CertificateRow = Selectable<Database["monitor_certificates"]>;

/** Among the certificates of one monitor, those last seen since then are in use. */
export const IN_USE_SINCE = `greatest(max(created_at), max(last_seen_at) - interval '${CERTIFICATE_IN_USE_HOURS} hours')`;

/**
 * Whether certificate `c` is in use: it was seen shortly before its monitor's latest one, and seen again after any later one
 * appeared. A renewed certificate thus ends immediately, and certificates of several servers all count.
 */
const inUse = (projects: Projects) => sql<boolean>`c.last_seen_at >= (
    select ${sql.raw(IN_USE_SINCE)} from monitor_certificates other
    where ${among("other.project_id", projects)} and other.project_id = c.project_id and other.monitor_id = c.monitor_id)`;

/** Whether alert rule `r` covers monitor `m`. */
export const RULE_CONCERNS =
  "(r.monitors = '{}' or m.id = any (r.monitors)) and (r.tags = '{}' or r.tags && m.tags)";

export interface SeenCertificate {
  projectId: number;
  monitorId: number;
  region: string;
  facts: CertificateFacts;
}

const INSERT = `
  insert into monitor_certificates (project_id, monitor_id, region, fingerprint_sha256, serial_number, subject_common_name,
    subject_alternative_names, issuer_common_name, issuer_organization, not_before, not_after, expires_first,
    expires_first_fingerprint, expires_first_at, chain, last_seen_at)
  select s.project_id, s.monitor_id, s.region, s.fact ->> 'fingerprint_sha256', s.fact ->> 'serial_number',
    s.fact ->> 'subject_common_name',
    array(select jsonb_array_elements_text(s.fact -> 'subject_alternative_names')),
    s.fact ->> 'issuer_common_name', s.fact ->> 'issuer_organization',
    (s.fact ->> 'not_before')::timestamptz, (s.fact ->> 'not_after')::timestamptz,
    case when s.fact ? 'expires_first' then coalesce(s.fact -> 'expires_first' ->> 'subject_common_name', 'unnamed') end,
    s.fact -> 'expires_first' ->> 'fingerprint_sha256', (s.fact -> 'expires_first' ->> 'not_after')::timestamptz,
    coalesce(s.fact -> 'chain', '[]'), now()
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::jsonb[]) as s (project_id, monitor_id, region, fact)
  order by s.monitor_id
  on conflict (monitor_id, fingerprint_sha256, project_id) do update set last_seen_at = excluded.last_seen_at,
    expires_first = excluded.expires_first, expires_first_fingerprint = excluded.expires_first_fingerprint,
    expires_first_at = excluded.expires_first_at,
    -- The chain that a server sends may change; older runners don't report it.
    chain = case when jsonb_array_length(excluded.chain) > 0 then excluded.chain else monitor_certificates.chain end
  returning id, monitor_id, fingerprint_sha256, created_at = last_seen_at as is_new`;

/**
 * Returns those of the certificates that were recorded as seen, with the same chain, within `withinMs`, and not before a later
 * one of their monitor appeared.
 */
export async function recentlyNoted(
  trx: Tx,
  projects: Projects,
  seen: readonly SeenCertificate[],
  withinMs: number,
): Promise<{ monitor_id: number; fingerprint_sha256: string }[]> {
  const chains = seen.map(({ facts }) => JSON.stringify(facts.chain ?? []));
  const { rows } = await sql<{ monitor_id: number; fingerprint_sha256: string }>`
    select c.monitor_id, c.fingerprint_sha256
    from unnest(${seen.map(({ monitorId }) => monitorId)}::bigint[], ${seen.map(({ facts }) => facts.fingerprint_sha256)}::text[],
        ${chains}::jsonb[]) as s (monitor_id, fingerprint, chain)
      join monitor_certificates c on c.monitor_id = s.monitor_id and c.fingerprint_sha256 = s.fingerprint
    where ${among("c.project_id", projects)} and c.last_seen_at > now() - make_interval(secs => ${withinMs}::float8 / 1000)
      and s.chain in ('[]', c.chain) and not exists (
        select 1 from monitor_certificates later where later.project_id = c.project_id and ${among("later.project_id", projects)} and later.monitor_id = c.monitor_id
          and later.created_at > c.last_seen_at)`.execute(trx);
  return rows;
}

/** Records certificates as seen now. Returns those that are new for their monitors. */
export async function noteCertificates(
  trx: Tx,
  seen: readonly SeenCertificate[],
): Promise<{ id: number; monitor_id: number; fingerprint_sha256: string }[]> {
  const values = [
    seen.map((one) => one.projectId),
    seen.map((one) => one.monitorId),
    seen.map((one) => one.region),
    seen.map((one) => JSON.stringify(one.facts)),
  ];
  const rows = await read<{
    id: number;
    monitor_id: number;
    fingerprint_sha256: string;
    is_new: boolean;
  }>(INSERT, values, trx);
  return rows.filter((row) => row.is_new);
}

/** `warned_days` is the largest number of days before expiry at which an alert rule warns. */
export type ListedCertificateRow = CertificateRow & { active: boolean; warned_days: number | null };

/** Selects the days before expiry and the scope of the alert rules for expiring certificates. */
const rulesOf = ({ organizationId, projectId }: ProjectReach) => sql`
  select (event_settings ->> 'days_before_expiry')::int as days, monitors, tags from alert_rules
  where organization_id = ${organizationId} and (project_id = ${projectId} or project_id is null)
    and event = 'uptime.monitor_certificate.expiring'`;

export interface ProjectReach {
  organizationId: number;
  projectId: number;
}

export interface CertificateQuery {
  reach: ProjectReach;
  /** Empty means all. */
  monitorIds: readonly number[];
  /** Only certificates in use that expire before this. */
  expiresBefore: Date | null;
  /** Null means both those in use and their predecessors. */
  isActive: boolean | null;
  /** Newest first, or those that expire first. */
  sort: "-id" | "expires_at";
}

export async function selectCertificates(
  { reach, monitorIds, expiresBefore, isActive, sort }: CertificateQuery,
  page: Slice,
): Promise<Found<ListedCertificateRow>> {
  const matching = db()
    .selectFrom("monitor_certificates as c")
    .where("project_id", "=", reach.projectId)
    .$if(monitorIds.length > 0, (query) => query.where("monitor_id", "in", monitorIds))
    .$if(expiresBefore !== null, (query) =>
      query.where("expires_at", "<", expiresBefore).where(inUse([reach.projectId])),
    )
    .$if(isActive !== null, (query) =>
      query.where(sql<boolean>`(${inUse([reach.projectId])}) = ${isActive}`),
    );
  return listed(
    matching,
    matching
      .selectAll("c")
      .select(inUse([reach.projectId]).as("active"))
      .select(
        sql<number | null>`(select max(r.days) from (${rulesOf(reach)}) r, monitors m
          where m.project_id = ${reach.projectId} and m.id = c.monitor_id and ${sql.raw(RULE_CONCERNS)})`.as(
          "warned_days",
        ),
      )
      .$if(sort === "expires_at", (query) => query.orderBy("expires_at"))
      .orderBy("id", "desc"),
    page,
  );
}

/** A certificate that has expired or that an alert rule warns about. */
export interface ExpiringRow {
  id: number;
  monitor_id: number;
  monitor_name: string;
  not_after: Date;
  expires_first: string | null;
  warned_days: number | null;
}

/** Returns expired certificates in use and those that a rule already warns about, earliest first, and the number of all of them. */
export async function selectExpiring(
  reach: ProjectReach,
  at: Date,
  limit: number,
): Promise<Found<ExpiringRow>> {
  const { rows } = await sql<ExpiringRow & { total: number }>`
    with rules as materialized (${rulesOf(reach)})
    select c.id, c.monitor_id, m.name as monitor_name, c.expires_at as not_after, c.expires_first, warned.days as warned_days, count(*) over () as total
    from monitor_certificates c
      -- "offset 0" makes PostgreSQL look up the few monitors instead of reading all of them.
      cross join lateral (select id, name, tags from monitors where project_id = ${reach.projectId} and id = c.monitor_id and not paused offset 0) m
      cross join lateral (select max(r.days) as days from rules r where ${sql.raw(RULE_CONCERNS)}) warned
    where c.project_id = ${reach.projectId}
      and c.expires_at <= ${at}::timestamptz + make_interval(days => (select coalesce(max(days), 0) from rules))
      and (c.expires_at <= ${at} or c.expires_at <= ${at}::timestamptz + make_interval(days => warned.days))
      and ${inUse([reach.projectId])}
    order by c.expires_at, c.id limit ${limit}`.execute(db());
  return { rows, total: rows[0]?.total ?? 0 };
}

export interface DueNotice extends CertificateRow {
  /** Days before expiry that rules ask for and that are due for an integration, nearest first. */
  days: number[];
  /** Integrations that are due, with the number of days. */
  due: { days: number; integration_id: number }[];
}

/**
 * Returns certificates in use with due expiry notices, one row each with all due numbers of days, and marks each notice as
 * sent. `ids` limits the certificates. Servers share the work through the primary key.
 */
export async function takeDueNotices(
  trx: Tx,
  projects: Projects,
  at: Date,
  ids: readonly number[] | null = null,
): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    with current as (
      select c.* from monitor_certificates c
      where (${ids}::bigint[] is null or c.id = any (${ids}::bigint[])) and ${among("c.project_id", projects)} and ${inUse(projects)}),
    due as (
      select c.project_id, c.id, c.expires_first_fingerprint, (r.event_settings ->> 'days_before_expiry')::int as days, r.integration_id
      from current c
        join monitors m on ${among("m.project_id", projects)} and m.project_id = c.project_id and m.id = c.monitor_id and not m.paused
        join monitor_states s on ${among("s.project_id", projects)} and s.project_id = m.project_id and s.monitor_id = m.id
        join projects p on p.id = c.project_id
        join alert_rules r on r.organization_id = p.organization_id and (r.project_id is null or r.project_id = p.id)
          and r.event = 'uptime.monitor_certificate.expiring'
          -- A rule must be able to report a monitor once it stops leaving it out.
          and ${sql.raw(RULE_CONCERNS)}
      where c.expires_at > ${at}
        and c.expires_at - make_interval(days => (r.event_settings ->> 'days_before_expiry')::int) <= ${at}
        and (m.request ->> 'url' ilike 'https:%' or m.request ->> 'connection' = 'tls'
          -- An http:// URL that redirects to HTTPS still counts, until it stops redirecting.
          or c.last_seen_at >= s.last_checked_at - make_interval(hours => ${REDIRECT_COUNTS_HOURS}))),
    fired as (
      insert into certificate_notices (project_id, certificate_id, days, integration_id, fingerprint)
      select distinct project_id, id, days, integration_id, coalesce(expires_first_fingerprint, '') from due
      on conflict do nothing returning project_id, certificate_id, days, integration_id)
    select c.*, array_agg(distinct f.days order by f.days) as days,
      jsonb_agg(jsonb_build_object('days', f.days, 'integration_id', f.integration_id)) as due
    from fired f join monitor_certificates c on ${among("c.project_id", projects)} and c.project_id = f.project_id and c.id = f.certificate_id
    group by c.id, c.project_id`.execute(trx);
  return rows;
}
