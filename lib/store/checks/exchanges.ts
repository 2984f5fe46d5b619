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

export interface FailingMonitor {
  readonly monitorId: number;
  readonly regions: readonly string[];
  readonly since: Date;
}

/** Returns the requests and responses of the newest failures of each of a project's monitors, at most `limit` regions of each. */
export async function latestExchanges(
  trx: Tx,
  projectId: number,
  monitors: readonly FailingMonitor[],
  limit: number,
): Promise<Map<number, RegionExchange[]>> {
  const since = monitors.map((each) => each.since);
  const { rows } = await sql<{ monitor_id: number; region: string; trace: unknown }>`
    select u.monitor_id, newest.* from unnest(${monitors.map(({ monitorId }) => monitorId)}::bigint[],
      ${monitors.map(({ regions }) => regions.join())}::text[], ${since}::timestamptz[]) as u (monitor_id, regions, since)
    cross join lateral (
      select distinct on (region) region, detail -> 'trace' as trace from results r
      where r.project_id = ${projectId} and r.monitor_id = u.monitor_id and region = any (string_to_array(u.regions, ','))
        and scheduled_at >= u.since and scheduled_at >= ${new Date(Math.min(...since.map(Number)))} and detail ? 'trace'
      order by region, scheduled_at desc limit ${limit}) newest`.execute(trx);
  const found = new Map<number, RegionExchange[]>(monitors.map(({ monitorId }) => [monitorId, []]));
  for (const { monitor_id: id, region, trace } of rows) {
    // One that an earlier version stored in another form must not hide the others.
    const { data } = Schema.safeParse(trace);
    if (data) found.get(id)?.push({ region, trace: data });
  }
  return found;
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
