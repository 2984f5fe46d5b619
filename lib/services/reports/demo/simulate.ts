import { CheckResult } from "@/lib/contract/checks/check";
import { type Simulation, simulatedCheck, simulatedOutcome } from "@/lib/domain/checks/simulation";
import { ingest } from "@/lib/engine/ingest";
import { MINUTE_MS } from "@/lib/shared/durations";
import { type SimulatedMonitor, selectSimulated } from "@/lib/store/monitors/simulated";
import { loadFactor, noise } from "./history";
import { typicalMsOf } from "./services";

/** Ingests the current minute's results of all demo monitors, as if a runner had sent them. */
export async function simulateMinute(now: Date): Promise<void> {
  await ingestMinute(await selectSimulated(), Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS, () => false);
}

/**
 * Ingests the results of one project minute by minute, so that incidents open and recover as they would have. Monitors that are down
 * are up until `downFromMs`.
 */
export async function simulatePast(
  projectId: number,
  fromMs: number,
  toMs: number,
  downFromMs: number,
): Promise<void> {
  const monitors = await selectSimulated(projectId);
  for (let atMs = fromMs; atMs <= toMs; atMs += MINUTE_MS)
    await ingestMinute(monitors, atMs, ({ simulation }) => simulation === "down" && atMs < downFromMs);
}

async function ingestMinute(
  monitors: readonly SimulatedMonitor[],
  atMs: number,
  isStillUp: (monitor: SimulatedMonitor) => boolean,
): Promise<void> {
  if (monitors.length === 0) return;
  const results = monitors.flatMap((monitor) =>
    monitor.regions.map((_, place) => resultOf(monitor, place, atMs, isStillUp(monitor))),
  );
  await ingest(results, null, atMs);
}

function resultOf(monitor: SimulatedMonitor, place: number, atMs: number, isUp: boolean): CheckResult {
  const outcome = isUp ? "up" : simulatedOutcome(monitor.simulation as Simulation, place, atMs);
  const region = monitor.regions[place] ?? "";
  const random = noise(monitor.id * 31 + place + atMs / MINUTE_MS);
  const totalUs = Math.round(
    typicalMsOf(monitor.name, region) * loadFactor(atMs) * (0.9 + 0.2 * random()) * 1000,
  );
  const at = new Date(atMs).toISOString();
  return CheckResult.parse({
    monitor: monitor.id,
    region,
    config_version: monitor.config_version,
    scheduled_at: at,
    started_at: at,
    ...simulatedCheck(monitor.simulation as Simulation, outcome, totalUs),
  });
}
