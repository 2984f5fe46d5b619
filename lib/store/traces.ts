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

/** Takes the evidence out of timelines that are older than `before`; what was decided and why stays. Gives how many. */
export async function forgetTracesBefore(before: Date): Promise<number> {
  const { rowCount } = await pool().query(
    "update incident_timeline set detail = detail - 'evidence' where created_at < $1 and detail ? 'evidence'",
    [before],
  );
  return rowCount ?? 0;
}
