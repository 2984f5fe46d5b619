import { sql } from "kysely";
import { type CheckExchange, CheckExchange as Schema } from "@/lib/contract/checks/check";
import { KEPT_S } from "@/lib/domain/core/retention";
import type { Tx } from "@/lib/store/core/tx";
import { type Purge, purge } from "@/lib/store/retention/purges";
import { partitionDays, partitionName } from "./partitions";

export interface RegionExchange {
  region: string;
  trace: CheckExchange;
}

/** Returns what the newest failures since `since` recorded, at most `limit` regions. */
export async function latestExchanges(
  trx: Tx,
  { projectId, monitorId }: { projectId: number; monitorId: number },
  regions: readonly string[],
  since: Date,
  limit: number,
): Promise<RegionExchange[]> {
  const { rows } = await sql<{ region: string; trace: unknown }>`
    select distinct on (region) region, detail -> 'trace' as trace from results
    where project_id = ${projectId} and monitor_id = ${monitorId} and region = any(${regions}::text[]) and scheduled_at >= ${since}
      and detail ? 'trace'
    order by region, scheduled_at desc limit ${limit}`.execute(trx);
  // One that an earlier version stored in another form must not hide the others.
  return rows.flatMap(({ region, trace }) => {
    const { data } = Schema.safeParse(trace);
    return data ? [{ region, trace: data }] : [];
  });
}

const KEPT = { age: "scheduled_at", keptS: KEPT_S.exchange } as const;

/** Requests stored outside of raw results. Timeline entries only lose the request; failures kept only for it are deleted. */
export const STORED_REQUESTS: readonly Purge[] = [
  {
    table: "incident_timeline",
    age: "created_at",
    keptS: KEPT_S.exchange,
    only: "detail ? 'exchanges'",
    set: "detail = detail - 'exchanges'",
  },
  { table: "kept_failures", ...KEPT },
];

/** Returns how stored requests of one day's raw results are purged; the results stay. */
export function storedRequestsOf(day: number): Purge {
  return {
    table: partitionName(day),
    ...KEPT,
    only: "detail ? 'trace'",
    order: "monitor_id, region, scheduled_at",
    set: "detail = detail - 'trace'",
  };
}

/** Deletes stored requests from before `before`; decisions and their reasons stay. Returns how many. */
export async function forgetExchangesBefore(before: Date): Promise<number> {
  let forgotten = 0;
  for (const what of STORED_REQUESTS) forgotten += await purge(what, before);
  for (const day of await partitionDays()) {
    if (day < before.getTime()) forgotten += await purge(storedRequestsOf(day), before);
  }
  return forgotten;
}
