import type { Insertable } from "kysely";
import type { CheckResult } from "@/lib/contract/checks/check";
import { MONITOR_FIELDS } from "@/lib/contract/monitors/fields";
import type { Protocol } from "@/lib/contract/protocols/registry";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { db } from "@/lib/store/core/pool";
import type { Database } from "@/lib/store/schema/tables";
import { run } from "./sql";

/** Inserts a monitor and its state rows: checked each minute from one region, with 3 failures to confirm and 3 successes to recover. */
export async function makeMonitor(
  projectId: number,
  change: Partial<{
    name: string;
    regions: string[];
    interval_seconds: number;
    incident_confirmations: number;
    recovery_confirmations: number;
    region_threshold: number;
    slow_threshold: number;
    request: string;
    protocol: Protocol;
    tags: string[] | null;
  }> = {},
): Promise<number> {
  const regions = change.regions ?? ["eu-deu-fra"];
  const { id } = await db()
    .insertInto("monitors")
    .values({
      project_id: projectId,
      name: "Shop",
      protocol: "http",
      request: JSON.stringify({ method: "GET", url: "https://shop.example.com/" }),
      regions,
      interval_seconds: 60,
      timeout_ms: 10_000,
      ...MONITOR_FIELDS.initial,
      config_version: 1,
      ...change,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db().insertInto("monitor_states").values({ monitor_id: id, project_id: projectId }).execute();
  await db()
    .insertInto("region_states")
    .values(regions.map((region) => ({ monitor_id: id, project_id: projectId, region })))
    .execute();
  return id;
}

/** Marks a monitor as observed. Without any conclusive result a monitor is not observed. */
export async function observe(monitorId: number, at: Date | string): Promise<void> {
  await run`update monitor_states set last_checked_at = ${at} where monitor_id = ${monitorId}`;
  await run`update region_states set health = 'healthy' where monitor_id = ${monitorId}`;
}

/** Rolls up an hour of a monitor's checks: 60 that were up, unless given otherwise. */
export async function rollUp(
  projectId: number,
  monitorId: number,
  hour: Date,
  { up = 60, inconclusive = 0 } = {},
): Promise<void> {
  await ensureRollupMonths(hour, hour);
  await run`insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us)
    values (${projectId}, ${monitorId}, 'eu-deu-fra', date_trunc('hour', ${hour}::timestamptz), ${up}, 0, ${inconclusive}, 0, 1)`;
}

const TIMINGS = {
  total: 42_000,
  dns: 2000,
  connect: 5000,
  tls: 9000,
  send: 100,
  first_byte: 20_000,
  transfer: 900,
};

/** Returns a result as a runner sends it; `at` in epoch milliseconds is scheduled time and start. Down means a refused connection. */
export function check(
  monitor: number,
  at: number,
  outcome: CheckResult["outcome"] = "up",
  change: Partial<CheckResult> = {},
): CheckResult {
  const down = outcome === "down";
  return {
    monitor,
    region: "eu-deu-fra",
    config_version: 1,
    scheduled_at: new Date(at).toISOString(),
    started_at: new Date(at).toISOString(),
    outcome,
    status_code: down ? null : 200,
    error: down ? { code: "connect_refused", message: "connection refused" } : null,
    timings: TIMINGS,
    remote_address: "192.0.2.1",
    assertions: [],
    warnings: [],
    certificate: null,
    redirects: [],
    ...change,
  };
}

let incidents = 0;

/** Inserts an incident of these monitors, recovered unless `to` is null. */
export async function makeIncident(
  projectId: number,
  monitorIds: readonly number[],
  [from, to]: readonly [Date | string, Date | string | null],
  change: Partial<Insertable<Database["incidents"]>> = {},
): Promise<number> {
  incidents += 1;
  const { id } = await db()
    .insertInto("incidents")
    .values({
      project_id: projectId,
      number: incidents,
      slug: `TEST-${incidents}`,
      type: "monitor",
      title: "Down",
      impact: "unknown",
      status: to ? "recovered" : "ongoing",
      incident_at: from,
      recovery_at: to,
      ...change,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const monitorId of monitorIds)
    await run`insert into incident_monitors (incident_id, monitor_id, project_id)
      values (${id}, ${monitorId}, ${projectId})`;
  return id;
}
