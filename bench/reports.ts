import type { Caller } from "@/lib/services/core/caller";
import { getMonitorReport, getProjectReport } from "@/lib/services/reports/reports";
import { monotonicMs, now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { pool } from "@/lib/store/core/pool";
import type { Bench, BenchOptions, Measure } from "./bench";
import { benchMonitors, inDatabase } from "./ingest-database";
import { seedPast } from "./reports-seed";

const MONITORS = 10_000;
const DAYS = 90;
const PROJECT_GOAL_MS = 60;
const MONITOR_GOAL_MS = 25;

const CALLER: Caller = {
  kind: "system",
  id: 0,
  label: "Bench",
  organizationId: 1,
  projectId: 1,
  userId: null,
  role: null,
  permissions: new Set(["uptime:read"]),
};

/** Returns the sorted milliseconds of each call. The first two warm the caches and don't count. */
async function times(count: number, call: (round: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = -2; round < count; round += 1) {
    const began = monotonicMs();
    await call(round);
    if (round >= 0) took.push(monotonicMs() - began);
  }
  return took.sort((a, b) => a - b);
}

function measure(took: readonly number[], goalMs: number, what: string): Measure {
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  const value = at(0.5);
  const note = `${what}, ${took.length} calls, p95 ${at(0.95).toFixed(1)} ms`;
  return { value, unit: "ms p50", ok: value <= goalMs, noisy: at(0.95) > value * 4, note };
}

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const ids = await benchMonitors(MONITORS);
  // Hourly rollups of 10,000 monitors are 21.6 million rows. The quick run has them for fifty monitors, the full run for one in four.
  const hourlyEvery = quick ? 200 : 4;
  await seedPast(DAYS, hourlyEvery);
  const to = now();
  const window = { from: new Date(to.getTime() - DAYS * DAY_MS), to };
  const whole = await times(quick ? 12 : 40, (round) =>
    getProjectReport(CALLER, { ...window, page: 1 + (round + 2), per_page: 100 }),
  );
  const single = await times(quick ? 100 : 500, (round) =>
    getMonitorReport(CALLER, ids[((round + 3) * hourlyEvery - 1) % MONITORS] ?? 1, {
      ...window,
      page: 1,
      per_page: 20,
    }),
  );
  const { rows } = await pool().query<{ incidents: number; hours: number }>(
    "select (select count(*) from incidents)::int as incidents, (select count(*) from rollups_hourly)::int as hours",
  );
  const past = `${MONITORS} monitors, ${DAYS} days, ${rows[0]?.incidents} incidents, ${rows[0]?.hours} hours`;
  return [
    measure(whole, PROJECT_GOAL_MS, `project report with 100 monitors per page; ${past}`),
    measure(single, MONITOR_GOAL_MS, `monitor report; ${past}`),
  ];
}

export const benches: Bench[] = [
  {
    id: "reports",
    title: "reports of 10,000 monitors over 90 days",
    goal: `≤ ${PROJECT_GOAL_MS} ms project, ${MONITOR_GOAL_MS} ms monitor`,
    run: inDatabase(run),
  },
];
