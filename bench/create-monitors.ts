import { CreateMonitor } from "@/lib/contract/monitors/input";
import type { Caller } from "@/lib/services/core/caller";
import { createMonitor } from "@/lib/services/monitors/writes";
import { monotonicMs } from "@/lib/shared/clock";
import type { Bench, BenchOptions, Measure } from "./bench";
import { benchDatabase, benchMonitors } from "./ingest-database";

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
  permissions: new Set(["uptime:write"]),
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

async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const count = quick ? 500 : 2000;
  const database = await benchDatabase();
  try {
    await benchMonitors(1000);
    await create(0, 50);
    const value = await create(50, count);
    return [
      {
        value: Math.round(value),
        unit: "monitors/s",
        ok: value >= GOAL_PER_SECOND,
        noisy: false,
        note: `${count} monitors by ${CLIENTS} clients in one project`,
      },
    ];
  } finally {
    await database.stop();
  }
}

export const benches: Bench[] = [
  {
    id: "I2",
    title: "creating monitors one by one, 8 clients",
    goal: `≥ ${GOAL_PER_SECOND} monitors/s`,
    run,
  },
];
