import { sql } from "kysely";
import { rateLimitMs } from "@/lib/domain/alerting/delivery-schedule";
import { pool } from "@/lib/store/core/pool";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Marks an integration as rate-limited, by the database's clock. Further 429 answers to requests already in flight may extend
 * the limit, but don't count as another one.
 */
export async function startRateLimit(trx: Tx, integrationId: number, askedMs: number | null): Promise<void> {
  const integration = await trx
    .selectFrom("integrations")
    .select([
      "rate_limit_count",
      sql<boolean>`coalesce(rate_limited_until > clock_timestamp(), false)`.as("is_limited"),
    ])
    .where("id", "=", integrationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!integration || (integration.is_limited && askedMs === null)) return;
  const ms = rateLimitMs(integration.rate_limit_count, askedMs);
  // Whole milliseconds: a job due at that moment finds the limit over.
  const until = sql<Date>`date_trunc('milliseconds', statement_timestamp() + make_interval(secs => ${ms}::float8 / 1000))`;
  await trx
    .updateTable("integrations")
    .set({
      rate_limited_until: sql<Date>`greatest(rate_limited_until, ${until})`,
      rate_limit_count: integration.rate_limit_count + (integration.is_limited ? 0 : 1),
    })
    .where("id", "=", integrationId)
    .execute();
}

/** Resets the back-off after answers other than 429, so that the next rate limit starts short. */
export async function endRateLimits(trx: Tx, integrationIds: readonly number[]): Promise<void> {
  await sql`update integrations set rate_limit_count = 0 where id = any (array(
    select id from integrations where id = any (${integrationIds}::bigint[]) and rate_limit_count > 0 and rate_limited_until <= statement_timestamp()
    order by id for no key update))`.execute(trx);
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
  const { rows } = await pool().query<{ behind: boolean }>(BEHIND, values);
  return rows[0]?.behind ?? false;
}

const FREE = `
    select i.id from integrations i where id = any ($1::bigint[]) and rate_limited_until <= clock_timestamp()
      and not exists (select 1 from deliveries o where o.integration_id = i.id and o.project_id = any ($2::bigint[]) and ${IS_DUE_AFTER_LIMIT("any ($2::bigint[])")})`;

/** Lifts rate limits that have ended once everything that waited for them was sent. */
export async function liftRateLimits(projects: Projects, integrationIds: readonly number[]): Promise<void> {
  const { rows } = await pool().query<{ id: number }>(FREE, [integrationIds, projects]);
  if (rows.length === 0) return;
  await pool().query(
    "update integrations set rate_limited_until = null where id = any ($1::bigint[]) and rate_limited_until <= statement_timestamp()",
    [rows.map(({ id }) => id)],
  );
}

export interface RateLimitRow {
  integration_id: number;
  rate_limited_until: Date;
}

/** Returns one page of a project's rate-limited integrations, newest first. */
export async function selectRateLimits(
  projectId: number,
  limit: number,
  offset: number,
): Promise<{ rows: RateLimitRow[]; total: number }> {
  const { rows } = await pool().query<RateLimitRow & { total: number }>(
    `select id as integration_id, rate_limited_until as rate_limited_until, count(*) over () as total from integrations
     where project_id = $1 and rate_limited_until > clock_timestamp() order by id desc limit $2 offset $3`,
    [projectId, limit, offset],
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
