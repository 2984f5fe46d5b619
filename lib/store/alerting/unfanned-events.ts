import { sql } from "kysely";
import type { UnmatchedRules } from "@/lib/domain/alerting/alert-match";
import { executePrepared } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import { among, asyncCommit, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Reserves the oldest events that haven't been fanned out for `leaseMs` of the database's time, so that servers don't work on
 * the same ones. Returns their IDs.
 */
export async function reserveEvents(projects: Projects, limit: number, leaseMs: number): Promise<number[]> {
  const rows = await executePrepared(
    db(),
    sql<{ id: number }>`
    update events set fan_out_after = statement_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)
    where ${await asyncCommit()} and ${among("project_id", projects)} and id = any (array(
      select id from events where ${among("project_id", projects)} and fanned_out_at is null
        and (fan_out_after is null or fan_out_after <= statement_timestamp())
      order by created_at, id limit ${limit} for update skip locked))
    returning id`,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** Selects an event that has been due to be fanned out since before the moment `$1`, of the projects `$6`. */
export const OVERDUE_EVENT = `select 1 from events where project_id = any ($6::bigint[]) and fanned_out_at is null and created_at < $1
  and coalesce(fan_out_after < $1, true) limit 1`;

/** Lets an event wait. */
export async function postponeFanOut(projectId: number, eventId: number, forMs: number): Promise<void> {
  await sql`
    update events set fan_out_after = statement_timestamp() + make_interval(secs => ${forMs}::float8 / 1000)
    where project_id = ${projectId} and id = ${eventId}`.execute(db());
}

/** Stores why no alert rule matched events, by their IDs. */
export async function storeUnmatchedRules(
  trx: Tx,
  projects: Projects,
  unmatched: ReadonlyMap<number, UnmatchedRules>,
): Promise<void> {
  if (unmatched.size === 0) return;
  const values = [...unmatched.values()].map((counts) => JSON.stringify(counts));
  await sql`
    update events set unmatched_rules = new.counts::jsonb
    from unnest(${[...unmatched.keys()]}::bigint[], ${values}::text[]) as new (id, counts)
    where ${among("project_id", projects)} and events.id = new.id`.execute(trx);
}

/** Marks events as fanned out. Returns those that weren't, in order. */
export async function markFannedOut(
  trx: Tx,
  projects: Projects,
  eventIds: readonly number[],
  now: Date,
): Promise<number[]> {
  const rows = await executePrepared(
    trx,
    sql<{ id: number }>`
    update events set fanned_out_at = ${now}::timestamptz where ${among("project_id", projects)} and id = any (array(
      select id from events where ${among("project_id", projects)} and id = any (${eventIds}::bigint[]) and fanned_out_at is null order by id for no key update))
    returning id`,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}
