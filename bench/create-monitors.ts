import type { ConfigFile } from "@/lib/contract/config-file/config-file";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { applyPlan } from "@/lib/services/config-file/apply";
import { planConfig } from "@/lib/services/config-file/plan";
import type { Caller } from "@/lib/services/core/caller";
import { createMonitor } from "@/lib/services/monitors/writes";
import { monotonicMs } from "@/lib/shared/clock";
import type { Bench, BenchOptions, Measure } from "./bench";
import { benchMonitors, inDatabase } from "./ingest-database";

const CLIENTS = 8;
const GOAL_PER_SECOND = 200;

const CALLER: Caller = {
  kind: "api_key",
  id: 1,
  label: "Bench",
  organizationId: 1,
  projectId: 1,
  userId: null,
  role: null,
  permissions: new Set(["uptime:read", "uptime:write", "platform:read"]),
};

function input(number: number): CreateMonitor {
  return CreateMonitor.parse({
    name: `Created ${number}`,
    protocol: "http",
    request: { method: "GET", url: `https://created-${number}.example.com/` },
    regions: ["eu-deu-fra"],
  });
}

/** Creates `count` monitors by parallel clients, as the API does. Returns the number per second. */
async function create(first: number, count: number): Promise<number> {
  let next = first;
  const start = monotonicMs();
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (next < first + count) {
      const number = next;
      next += 1;
      await createMonitor(CALLER, input(number));
    }
  });
  await Promise.all(clients);
  return count / ((monotonicMs() - start) / 1000);
}

/** Creates `count` monitors from one file, as imports do. Returns the number per second. */
async function createFromFile(first: number, count: number): Promise<number> {
  const items = Array.from({ length: count }, (_, index) => [`item-${first + index}`, input(first + index)]);
  const monitors = Object.fromEntries(items) as ConfigFile["monitors"];
  const rest = { integrations: {}, maintenance_windows: {}, status_pages: {}, alert_rules: {} };
  const plan = await planConfig(CALLER, { version: 1, project: "bench", monitors, ...rest }, () => undefined);
  const start = monotonicMs();
  await applyPlan(CALLER, plan, { prune: false, onStep: () => undefined });
  return count / ((monotonicMs() - start) / 1000);
}

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const count = quick ? 500 : 2000;
  await benchMonitors(1000);
  await create(0, 50);
  const value = await create(50, count);
  const fromFile = await createFromFile(count + 50, count);
  return [
    measure(value, `${count} monitors by ${CLIENTS} clients in one project`),
    measure(fromFile, `${count} monitors from one file`),
  ];
}

function measure(value: number, note: string): Measure {
  const ok = value >= GOAL_PER_SECOND;
  return { value: Math.round(value), unit: "monitors/s", ok, noisy: false, note };
}

export const benches: Bench[] = [
  {
    id: "create-monitors",
    title: "creating monitors: 8 clients, and one file",
    goal: `≥ ${GOAL_PER_SECOND} monitors/s`,
    run: inDatabase(run),
  },
];
