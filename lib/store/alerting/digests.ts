import { sql } from "kysely";
import { read } from "@/lib/store/core/connection/statements";
import { lockInTurn } from "@/lib/store/core/locks/turn";
import { db } from "@/lib/store/core/pool";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** Notifications that an integration got lately. */
export interface RecentMessages {
  /** Messages that it got (or would have, with email configured), or that are being sent. */
  sent: number;
  digestOpen: boolean;
}

/** Returns the notifications that integrations got since a moment, and whether they have an open digest. */
export async function recentMessages(
  projects: Projects,
  integrationIds: readonly number[],
  since: Date,
): Promise<Map<number, RecentMessages>> {
  const isOwn = sql`d.integration_id = i.id and ${among("d.project_id", projects)}`;
  const { rows } = await sql<RecentMessages & { id: number }>`
    select i.id,
      (select count(*) from deliveries d where ${isOwn} and d.status in ('delivered', 'not_sent') and d.finished_at > ${since}
        and d.digest_id is null)
      + (select count(*) from deliveries d where ${isOwn} and d.status = 'pending' and d.next_attempt_at is not null
        and d.leased_until > clock_timestamp()) as sent,
      exists (select 1 from deliveries d where ${isOwn} and d.is_digest and d.status = 'pending' and d.attempts = 0)
        as "digestOpen"
    from unnest(${integrationIds}::bigint[]) as i(id)`.execute(db());
  return new Map(rows.map(({ id, ...recent }) => [id, recent]));
}

/** The recipient whose events a digest combines. Deliveries of different projects can't refer to each other. */
export interface DigestKey {
  readonly projectId: number;
  readonly integrationId: number;
}

/**
 * Adds pending deliveries to the open digest of their project and integration, or starts a new digest with the first, due at
 * `dueAt`. Serialized per integration.
 */
export async function joinDigest(
  trx: Tx,
  { projectId, integrationId }: DigestKey,
  deliveryIds: readonly number[],
  dueAt: Date,
): Promise<void> {
  await lockInTurn(trx, `digests ${integrationId}`);
  // Locked: a leader that is being claimed accepts no more members.
  const { rows } = await sql<{ id: number; leads: boolean }>`
    select id, is_digest as leads from deliveries where project_id = ${projectId} and status = 'pending' and attempts = 0
      and (id = any (${deliveryIds}::bigint[]) or integration_id = ${integrationId} and is_digest) order by id for update`.execute(
    trx,
  );
  const open = rows.find((row) => row.leads);
  const [first, ...others] = rows.filter((row) => !row.leads).map(({ id }) => id);
  if (first === undefined) return;
  if (!open) {
    await sql`update deliveries set is_digest = true, next_attempt_at = ${dueAt}::timestamptz,
      reason = 'Waiting up to a minute to combine alerts in one digest.' where project_id = ${projectId} and id = ${first}`.execute(
      trx,
    );
  }
  const members = open ? [first, ...others] : others;
  await sql`update deliveries set digest_id = ${open?.id ?? first}, next_attempt_at = null,
    reason = 'Sent in a digest with other alerts.' where project_id = ${projectId} and id = any (${members}::bigint[])`.execute(
    trx,
  );
}

/** Finishes the members of a digest like its leader. */
export async function endDigest(
  trx: Tx,
  projects: Projects,
  leaderId: number,
  end: { status: string; reason: string | null; now: Date },
): Promise<void> {
  const reason = end.status === "delivered" ? "Sent in a digest with other alerts." : end.reason;
  await sql`
    update deliveries set status = ${end.status}, reason = ${reason}, finished_at = ${end.now}, next_attempt_at = null
    where ${among("project_id", projects)} and digest_id = ${leaderId} and status = 'pending'`.execute(trx);
}

export interface DigestItem {
  delivery_id: number;
  event_id: number;
  key: string;
  project: string;
  incident_id: number | null;
  slug: string | null;
  title: string | null;
  status: string | null;
  /** Whether the incident ended without a recovery. */
  closed: boolean;
  failover_note: string | null;
}

/** Returns the content of a digest: its events in order, with incidents in their current state. */
export async function digestItems(projects: Projects, leaderId: number): Promise<DigestItem[]> {
  return read<DigestItem>(ITEMS, [leaderId, projects]);
}

/** Records which alerts of a digest report their incident as recovered, before it is sent. */
export async function noteCoveredRecoveries(
  projects: Projects,
  leaderId: number,
  deliveryIds: readonly number[],
): Promise<void> {
  await sql`
    update deliveries set covers_recovery = not covers_recovery
    where ${among("project_id", projects)} and (id = ${leaderId} or digest_id = ${leaderId})
      and covers_recovery <> (id = any (${deliveryIds}::bigint[]))`.execute(db());
}

const ITEMS = `
    select d.id as delivery_id, e.id as event_id, case when d.closes then 'uptime.incident.recovered' else e.key end as key, p.name as project, i.id as incident_id, i.slug, i.title, i.status,
      e.entities ->> 'ending' is not null or i.ended_by is not null as closed, d.failover_note
     from deliveries d join events e on e.project_id = any ($2::bigint[]) and e.project_id = d.project_id and e.id = d.event_id join projects p on p.id = d.project_id
       left join incidents i on i.project_id = any ($2::bigint[]) and i.project_id = d.project_id and i.id = d.incident_id
     where (d.id = $1 or d.digest_id = $1) and d.project_id = any ($2::bigint[]) order by e.id limit 10000`;
