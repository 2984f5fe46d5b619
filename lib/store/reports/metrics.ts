import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { PROTOCOLS } from "@/lib/contract/protocols/registry";
import { CERTIFICATE_IN_USE_HOURS } from "@/lib/domain/checks/certificate-expiry";
import { present } from "@/lib/shared/assert";
import type { ReachQuery } from "@/lib/store/accounts/credentials";
import { IN_USE_SINCE } from "@/lib/store/checks/certificates";
import { read } from "@/lib/store/core/connection/statements";
import { byPart, requireNodeOf } from "@/lib/store/core/sharding/projects";

/** The latest states by monitor and region, one array per column, because 10,000 rows take twice as long to read. */
export interface ProbeMetrics {
  monitor_id: number[];
  monitor: string[];
  project: string[];
  target: string[];
  region: string[];
  status: string[];
  last_outcome: ("up" | "down" | "inconclusive" | null)[];
  total_us: (number | null)[];
  status_code: (number | null)[];
  /** When the first of the certificates in use expires, in Unix seconds. */
  cert_expiry: (number | null)[];
  /** The highest ID of the monitors that were read; null if there are no more. */
  last_id: number | null;
}

/** How many monitors are read at once. All of them would stop everything else in this process. */
const MONITORS_AT_ONCE = 2000;

const COLUMNS = [
  "monitor_id",
  "monitor",
  "project",
  "target",
  "region",
  "status",
  "last_outcome",
  "total_us",
  "status_code",
  "cert_expiry",
] as const satisfies Exclude<keyof ProbeMetrics, "last_id">[];

/** Monitors that are named. */
export type MetricsReach = ReachQuery | "all" | "none";

/** Names the target by its protocol, such as `host:port`, so that alert rules tell two ports of a host apart. */
const TARGET = `case m.protocol ${PROTOCOL_NAMES.map((name) => `when '${name}' then ${targetSql(PROTOCOLS[name].target)}`).join(" ")} end`;

/** Returns SQL that fills a protocol's `target`, such as `{host}:{port}`. An IPv6 host before a port is in brackets. */
function targetSql(target: string): string {
  const parts = target.split(/(\{\w+\})/).filter(Boolean);
  const texts = parts.map((part) => {
    const field = /^\{(\w+)\}$/.exec(part)?.[1];
    if (field === undefined) return `'${part}'`;
    const value = `m.request ->> '${field}'`;
    return target.includes(`{${field}}:`)
      ? `case when ${value} like '%:%' then '[' || (${value}) || ']' else ${value} end`
      : value;
  });
  return `concat(${["''", ...texts].join(", ")})`;
}

const BATCH_CERTIFICATES =
  "(select * from monitor_certificates where project_id = any ($1::bigint[]) and monitor_id = any ($2::bigint[]))";

/** When the first of each monitor's certificates in use expires, and when they were last seen. */
const CERTIFICATES = `
  select c.monitor_id, c.project_id, min(c.expires_at) as not_after, max(c.last_seen_at) as seen_at
  from ${BATCH_CERTIFICATES} c join (
    select monitor_id, project_id, ${IN_USE_SINCE} as since from ${BATCH_CERTIFICATES} seen group by 1, 2) used
    using (monitor_id, project_id)
  where c.last_seen_at >= used.since
  group by 1, 2`;

const BATCH = `
  select m.id, m.project_id from monitors m join projects p on p.id = m.project_id
  where m.id > $4 and p.deleted_at is null and ($1::bigint is null or p.organization_id = $1)
    and ($2::bigint is null or exists (select 1 from project_members u where u.project_id = p.id and u.user_id = $2))
    and ($3::text is null or p.slug = $3)
  order by m.id limit ${MONITORS_AT_ONCE}`;

const LATEST = `
  select ${COLUMNS.map((name) => `coalesce(json_agg(${name}), '[]') as ${name}`).join(", ")} from (
    select m.id as monitor_id, m.name as monitor, p.slug as project, ${TARGET} as target,
      r.region, case when m.paused or m.paused_by_window then 'paused' else s.status end as status,
      case when not r.silent then r.last_outcome end as last_outcome,
      r.last_total_us as total_us, r.last_status_code as status_code, floor(date_part('epoch', c.not_after)) as cert_expiry
    from monitors m
    join projects p on p.id = m.project_id
    -- "offset 0" makes PostgreSQL look up each monitor's states instead of reading those of all monitors for each batch.
    cross join lateral (select * from monitor_states where project_id = any ($1::bigint[]) and project_id = m.project_id and monitor_id = m.id offset 0) s
    cross join lateral (select * from region_states where project_id = any ($1::bigint[]) and project_id = m.project_id and monitor_id = m.id offset 0) r
    left join (${CERTIFICATES}) c on c.project_id = m.project_id and c.monitor_id = m.id
      and c.seen_at >= s.last_checked_at - interval '${CERTIFICATE_IN_USE_HOURS} hours'
    where m.project_id = any ($1::bigint[]) and m.id = any ($2::bigint[])
    order by m.id, r.region) latest`;

/** Returns the latest states by monitor and region, of some monitors with higher IDs than the given one. */
export async function selectProbeMetrics(
  reach: Exclude<MetricsReach, "none">,
  project: string | null,
  afterId: number,
): Promise<ProbeMetrics> {
  const batch = await read<{ id: number; project_id: number }>(BATCH, [
    ...(reach === "all" ? [null, null] : [reach.organizationId, reach.memberId]),
    project,
    afterId,
  ]);
  const parts: Omit<ProbeMetrics, "last_id">[] = [];
  for (const [projects, monitors] of await byPart(batch, (monitor) => monitor.project_id)) {
    requireNodeOf(projects);
    const rows = await read<ProbeMetrics>(LATEST, [projects, monitors.map(({ id }) => id)]);
    parts.push(present(rows[0], "the latest states"));
  }
  const columns = COLUMNS.map((name) => [name, parts.flatMap((part): unknown[] => part[name])]);
  return { ...Object.fromEntries(columns), last_id: batch.at(-1)?.id ?? null } as ProbeMetrics;
}

export interface CountMetrics {
  open_incidents: number;
  pending_deliveries: number;
  waiting_jobs: number;
}

export async function selectCountMetrics(): Promise<CountMetrics> {
  const rows = await read<CountMetrics>(`
    select (select count(*) from incidents where status <> 'recovered') as open_incidents,
      (select count(*) from deliveries where status = 'pending') as pending_deliveries,
      (select count(*) from graphile_worker.jobs where run_at <= now()) as waiting_jobs`);
  return rows[0] ?? { open_incidents: 0, pending_deliveries: 0, waiting_jobs: 0 };
}
