import { sql } from "kysely";
import type { UnmatchedRules } from "@/lib/domain/alerting/alert-match";
import { db, pool } from "@/lib/store/core/pool";
import { asyncCommit, inShard, isSharded, type Shard } from "@/lib/store/core/shard";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Reserves the oldest events that haven't been fanned out for `leaseMs` of the database's time, so that servers don't work on
 * the same ones. Returns their IDs.
 */
export async function reserveEvents(shard: Shard, limit: number, leaseMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update events set fan_out_after = statement_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)
    where ${asyncCommit(shard)} and ${inShard("project_id", shard)} and id = any (array(
      select id from events where ${inShard("project_id", shard)} and fanned_out_at is null
        and coalesce(fan_out_after <= statement_timestamp(), true)
      order by created_at, id limit ${limit} for update skip locked))
    returning id`.execute(db());
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** Returns the shards that have events to fan out. */
export async function shardsWithEvents(): Promise<Shard[]> {
  if (!isSharded()) return [null];
  const { rows } = await pool().query<{ project_id: number }>(
    "select distinct project_id from events where fanned_out_at is null",
  );
  return rows.map((row) => row.project_id);
}

/** Selects an event that has been due to be fanned out since before the moment `$1`. */
export const OVERDUE_EVENT =
  "select from events where fanned_out_at is null and created_at < $1 and coalesce(fan_out_after < $1, true) limit 1";

/** Lets an event wait. */
export async function postponeFanOut(projectId: number, eventId: number, forMs: number): Promise<void> {
  await pool().query(
    `update events set fan_out_after = statement_timestamp() + make_interval(secs => $3::float8 / 1000)
     where project_id = $1 and id = $2`,
    [projectId, eventId, forMs],
  );
}

/** Stores why no alert rule matched events, by their IDs. */
export async function storeUnmatchedRules(
  trx: Tx,
  shard: Shard,
  unmatched: ReadonlyMap<number, UnmatchedRules>,
): Promise<void> {
  if (unmatched.size === 0) return;
  const values = [...unmatched.values()].map((counts) => JSON.stringify(counts));
  await sql`
    update events set unmatched_rules = new.counts::jsonb
    from unnest(${[...unmatched.keys()]}::bigint[], ${values}::text[]) as new (id, counts)
    where ${inShard("project_id", shard)} and events.id = new.id`.execute(trx);
}

/** Marks events as fanned out. Returns those that weren't, in order. */
export async function markFannedOut(
  trx: Tx,
  shard: Shard,
  eventIds: readonly number[],
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update events set fanned_out_at = ${now}::timestamptz where ${inShard("project_id", shard)} and id = any (array(
      select id from events where ${inShard("project_id", shard)} and id = any (${eventIds}::bigint[]) and fanned_out_at is null order by id for no key update))
    returning id`.execute(trx);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}
