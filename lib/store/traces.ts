import { sql } from "kysely";
import { type CheckTrace, CheckTrace as Schema } from "@/lib/contract/check";
import { pool } from "./pool";
import type { Tx } from "./tx";

export interface RegionTrace {
  region: string;
  trace: CheckTrace;
}

/** What the newest failures showed that began at `since` or later, at most `limit` regions. */
export async function latestTraces(
  trx: Tx,
  monitorId: number,
  regions: readonly string[],
  since: Date,
  limit: number,
): Promise<RegionTrace[]> {
  const { rows } = await sql<{ region: string; trace: unknown }>`
    select distinct on (region) region, detail -> 'trace' as trace from results
    where monitor_id = ${monitorId} and region = any(${regions}::text[]) and scheduled_at >= ${since}
      and detail ? 'trace'
    order by region, scheduled_at desc limit ${limit}`.execute(trx);
  return rows.map(({ region, trace }) => ({ region, trace: Schema.parse(trace) }));
}

/** What holds evidence: timelines and results keep the rest, a failure kept for its evidence alone goes. */
const FORGET = [
  "update incident_timeline set detail = detail - 'evidence' where created_at < $1 and detail ? 'evidence'",
  "update results set detail = detail - 'trace' where scheduled_at < $1 and detail ? 'trace'",
  "delete from kept_failures where scheduled_at < $1",
];

/** Forgets the evidence that is older than `before`; what was decided and why stays. Gives how many pieces. */
export async function forgetTracesBefore(before: Date): Promise<number> {
  let forgotten = 0;
  for (const statement of FORGET) forgotten += (await pool().query(statement, [before])).rowCount ?? 0;
  return forgotten;
}
