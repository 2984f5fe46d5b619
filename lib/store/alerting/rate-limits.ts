import { sql } from "kysely";
import { rateLimitMs } from "@/lib/domain/alerting/delivery-schedule";
import { pool } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Marks an integration as rate-limited, by the database's clock. Further 429 answers to requests already in flight may extend
 * the limit, but don't count as another one.
 */
export async function startRateLimit(trx: Tx, integrationId: number, askedMs: number | null): Promise<void> {
  const integration = await trx
    .selectFrom("integrations")
    .select(["hold_count", sql<boolean>`coalesce(hold_until > clock_timestamp(), false)`.as("is_limited")])
    .where("id", "=", integrationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!integration || (integration.is_limited && askedMs === null)) return;
  const ms = rateLimitMs(integration.hold_count, askedMs);
  // Whole milliseconds: a job due at that moment finds the limit over.
  const until = sql<Date>`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${ms}::float8 / 1000))`;
  await trx
    .updateTable("integrations")
    .set({
      hold_until: sql<Date>`greatest(hold_until, ${until})`,
      hold_count: integration.hold_count + (integration.is_limited ? 0 : 1),
    })
    .where("id", "=", integrationId)
    .execute();
}

/** Resets the back-off after an answer other than 429, so that the next rate limit starts short. */
export async function endRateLimits(trx: Tx, integrationId: number): Promise<void> {
  await trx
    .updateTable("integrations")
    .set({ hold_count: 0 })
    .where("id", "=", integrationId)
    .where("hold_count", ">", 0)
    .where(sql<boolean>`hold_until <= clock_timestamp()`)
    .execute();
}

/**
 * Deliveries due at integration `$1`, by the database's clock. One that waits for an earlier event of its incident blocks no
 * other.
 */
const DUE = `o.integration_id = $1 and o.status = 'pending' and o.digest_id is null and not o.is_test
  and (o.leased_until > clock_timestamp() or o.next_attempt_at <= clock_timestamp()
    and not exists (select 1 from deliveries e where e.integration_id = o.integration_id and e.incident_id = o.incident_id
      and e.event_id < o.event_id and e.status = 'pending'))`;

/** Returns whether another delivery of the integration is being sent, or is due and comes first. */
export async function goesBehind(delivery: {
  id: number;
  integration_id: number;
  event_id: number | null;
}): Promise<boolean> {
  const { rows } = await pool().query<{ behind: boolean }>(
    `select exists (select 1 from deliveries o where ${DUE} and o.id <> $2
       and (o.leased_until > clock_timestamp() or (o.event_id, o.id) < ($3::bigint, $2))) as behind`,
    [delivery.integration_id, delivery.id, delivery.event_id],
  );
  return rows[0]?.behind ?? false;
}

/** Returns the next delivery that waited for the rate limit to end; null when none is left. */
export async function nextAfterRateLimit(integrationId: number): Promise<number | null> {
  const { rows } = await pool().query<{ id: number }>(
    `select o.id from deliveries o where ${DUE} order by o.event_id, o.id limit 1`,
    [integrationId],
  );
  if (rows[0]) return rows[0].id;
  await pool().query(
    "update integrations set hold_until = null where id = $1 and hold_until <= clock_timestamp()",
    [integrationId],
  );
  return null;
}

export interface RateLimitRow {
  integration_id: number;
  held_until: Date;
}

/** Returns one page of a project's rate-limited integrations, newest first. */
export async function selectRateLimits(
  projectId: number,
  limit: number,
  offset: number,
): Promise<{ rows: RateLimitRow[]; total: number }> {
  const { rows } = await pool().query<RateLimitRow & { total: number }>(
    `select id as integration_id, hold_until as held_until, count(*) over () as total from integrations
     where project_id = $1 and hold_until > clock_timestamp() order by id desc limit $2 offset $3`,
    [projectId, limit, offset],
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
