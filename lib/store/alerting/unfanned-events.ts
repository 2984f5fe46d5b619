import { sql } from "kysely";
import { pool } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Reserves the oldest events that haven't been fanned out for `leaseMs` of the database's time, so that servers don't work on
 * the same ones. Returns their IDs.
 */
export async function reserveEvents(limit: number, leaseMs: number): Promise<number[]> {
  const { rows } = await pool().query<{ id: number }>(
    `update events set fan_out_after = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
     where id = any (array(
       select id from events where fanned_out_at is null and coalesce(fan_out_after <= clock_timestamp(), true)
       order by created_at, id limit $1 for update skip locked))
     returning id`,
    [limit, leaseMs],
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** Lets an event wait. */
export async function postponeFanOut(eventId: number, forMs: number): Promise<void> {
  await pool().query(
    "update events set fan_out_after = clock_timestamp() + make_interval(secs => $2::float8 / 1000) where id = $1",
    [eventId, forMs],
  );
}

/** Marks events as fanned out. Returns those that weren't, in order. */
export async function markFannedOut(trx: Tx, eventIds: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update events set fanned_out_at = ${now}::timestamptz where id = any (array(
      select id from events where id = any (${eventIds}::bigint[]) and fanned_out_at is null order by id for no key update))
    returning id`.execute(trx);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}
