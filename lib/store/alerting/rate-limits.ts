import { sql } from "kysely";
import { rateLimitMs } from "@/lib/domain/alerting/delivery-schedule";
import { read } from "@/lib/store/core/connection/statements";
import type { Found, Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** When the rate limit of an integration ends, or ended if something still waits for it; null without one. */
export const LIMITED_UNTIL = (integration: string, own: string) =>
  `(select max(l.limited_until) from integration_limits l where l.integration_id = ${integration} and l.project_id = ${own})`;

/** Notification that a provider refused. */
export interface Refused {
  readonly projectId: number;
  readonly integrationId: number;
}

/**
 * Marks an integration as rate-limited, by the database's clock. Further 429 answers to requests already in flight may extend
 * the limit, but don't count as another one.
 */
export async function startRateLimit(
  trx: Tx,
  { projectId, integrationId }: Refused,
  askedMs: number | null,
): Promise<void> {
  await sql`insert into integration_limits (project_id, integration_id) values (${projectId}, ${integrationId})
    on conflict (integration_id, project_id) do nothing`.execute(trx);
  const { rows } = await sql<{ count: number; is_limited: boolean }>`
    select count, coalesce(limited_until > clock_timestamp(), false) as is_limited from integration_limits
    where project_id = ${projectId} and integration_id = ${integrationId} for no key update`.execute(trx);
  const limit = rows[0];
  if (!limit || (limit.is_limited && askedMs === null)) return;
  const ms = rateLimitMs(limit.count, askedMs);
  // Whole milliseconds: a job due at that moment finds the limit over.
  await sql`update integration_limits set count = count + ${limit.is_limited ? 0 : 1}::int,
      limited_until = greatest(limited_until, date_trunc('milliseconds', statement_timestamp() + make_interval(secs => ${ms}::float8 / 1000)))
    where project_id = ${projectId} and integration_id = ${integrationId}`.execute(trx);
}

/** Resets the back-off after answers other than 429, so that the next rate limit starts short. */
export async function endRateLimits(
  trx: Tx,
  projects: Projects,
  integrationIds: readonly number[],
): Promise<void> {
  await sql`update integration_limits l set count = 0 where ${among("l.project_id", projects)} and (l.integration_id, l.project_id) in (
    select integration_id, project_id from integration_limits
    where ${among("project_id", projects)} and integration_id = any (${integrationIds}::bigint[]) and count > 0 and limited_until <= statement_timestamp()
    order by integration_id, project_id for no key update)`.execute(trx);
}

/**
 * A delivery `o` that is being sent or due, by the database's clock. A delivery that waits for an earlier event of its
 * incident blocks no others.
 */
export const IS_DUE_AFTER_LIMIT = (
  own: string,
) => `o.status = 'pending' and o.digest_id is null and not o.is_test
  and (o.leased_until > clock_timestamp() or o.next_attempt_at <= clock_timestamp()
    and not exists (select 1 from deliveries e where e.project_id = o.project_id and e.project_id = ${own} and e.integration_id = o.integration_id and e.incident_id = o.incident_id
      and e.event_id < o.event_id and e.status = 'pending'))`;

const BEHIND = `
    select exists (select 1 from deliveries o where o.integration_id = $1 and o.project_id = any ($4::bigint[]) and ${IS_DUE_AFTER_LIMIT("any ($4::bigint[])")}
      and o.id <> $2 and (o.leased_until > clock_timestamp() or (o.event_id, o.id) < ($3::bigint, $2))) as behind`;

/** Returns whether another delivery of the integration is being sent, or is due and comes first. */
export async function goesBehind(
  projects: Projects,
  delivery: { id: number; integration_id: number; event_id: number | null },
): Promise<boolean> {
  const values = [delivery.integration_id, delivery.id, delivery.event_id, projects];
  const rows = await read<{ behind: boolean }>(BEHIND, values);
  return rows[0]?.behind ?? false;
}

const FREE = `
    select distinct i.integration_id as id from integration_limits i where i.integration_id = any ($1::bigint[]) and i.project_id = any ($2::bigint[])
      and i.limited_until <= clock_timestamp()
      and not exists (select 1 from deliveries o where o.integration_id = i.integration_id and o.project_id = any ($2::bigint[]) and ${IS_DUE_AFTER_LIMIT("any ($2::bigint[])")})`;

/** Lifts rate limits that have ended once everything that waited for them was sent. */
export async function liftRateLimits(projects: Projects, integrationIds: readonly number[]): Promise<void> {
  const rows = await read<{ id: number }>(FREE, [integrationIds, projects]);
  if (rows.length === 0) return;
  await sql`
    update integration_limits set limited_until = null
    where integration_id = any (${rows.map(({ id }) => id)}::bigint[]) and project_id = any (${projects}::bigint[])
      and limited_until <= statement_timestamp()`.execute(db());
}

export interface RateLimitRow {
  integration_id: number;
  rate_limited_until: Date;
}

/** Returns one page of a project's rate-limited integrations, newest first. */
export async function selectRateLimits(
  projectId: number,
  { limit, offset }: Slice,
): Promise<Found<RateLimitRow>> {
  const rows = await read<RateLimitRow & { total: number }>(
    `select l.integration_id, l.limited_until as rate_limited_until, count(*) over () as total
     from integration_limits l join integrations i on i.id = l.integration_id and i.project_id = $1
     where l.project_id = $1 and l.limited_until > clock_timestamp() order by l.integration_id desc limit $2 offset $3`,
    [projectId, limit, offset],
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
