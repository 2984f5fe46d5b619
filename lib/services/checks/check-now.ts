import { CheckResult, type MonitorConfig, ProbePhase } from "@/lib/contract/checks/check";
import type { CheckNow, RegionCheck } from "@/lib/contract/checks/check-now";
import { found, invalidField } from "@/lib/contract/core/errors";
import { regionOf } from "@/lib/contract/core/region-names";
import type { Region } from "@/lib/contract/core/regions";
import type { CreateMonitor } from "@/lib/contract/monitors/input";
import { type Simulation, simulatedCheck, simulatedOutcome } from "@/lib/domain/checks/simulation";
import { REASSIGNED_SECONDS } from "@/lib/domain/runners/presence";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { WakeSignal } from "@/lib/services/core/wake-signal";
import { countRedirects, requireFewRedirects } from "@/lib/services/monitors/redirect-targets";
import { readableRequest, withKept } from "@/lib/services/monitors/request";
import { countTargets, requireAllowedTarget } from "@/lib/services/monitors/target";
import { monotonicMs, now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { deleteProbes, insertProbes, type ProbeRow, readProbes } from "@/lib/store/checks/probe-requests";
import { hint, listen } from "@/lib/store/core/hints";
import { tx } from "@/lib/store/core/tx";
import { selectMonitor } from "@/lib/store/monitors/monitors";
import { simulationOf } from "@/lib/store/monitors/simulated";
import { encryptConfig } from "./probe-config";

const UNSAVED_ID = Number.MAX_SAFE_INTEGER;
const PICKUP_MS = 8000;
/** After this time, a check is offered to another runner in the region. */
const REASSIGNED_MS = REASSIGNED_SECONDS * 1000;
const POLL_MS = 1000;

export type CheckEvent =
  | { event: "phase"; data: ProbePhase }
  | { event: "result"; data: RegionCheck }
  | { event: "done"; data: CheckNow };

export type Probed = Pick<
  MonitorConfig,
  "id" | "protocol" | "request" | "regions" | "timeout_ms" | "success_assertions"
>;

/** Checks a saved monitor now from each of its regions. */
export async function checkMonitor(
  caller: Caller,
  monitorId: number,
  signal: AbortSignal,
): Promise<AsyncGenerator<CheckEvent>> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const row = found(await selectMonitor(projectId, monitorId));
  const { request, isUnreadable } = readableRequest(row);
  requireFewRedirects(projectId);
  if (isUnreadable) throw invalidField("request", "The monitor's request can't be decrypted. Send it again.");
  return probeNow(projectId, { ...row, request } as Probed, signal);
}

/** Checks an unsaved monitor, under the same address rules as for saving it. */
export async function checkUnsavedMonitor(
  caller: Caller,
  input: CreateMonitor,
  signal: AbortSignal,
): Promise<AsyncGenerator<CheckEvent>> {
  requirePermission(caller, "uptime:write");
  withKept(input.protocol, input.request);
  requireAllowedTarget(input);
  const projectId = projectOf(caller);
  requireFewRedirects(projectId);
  await tx((trx) => countTargets(trx, projectId, [input]));
  const regions = input.regions.map(regionOf);
  const probed = { ...input, regions, id: UNSAVED_ID, timeout_ms: input.timeout };
  return probeNow(projectId, probed, signal);
}

/** Waits for the end and returns the whole result. */
export async function collect(events: AsyncGenerator<CheckEvent>): Promise<CheckNow> {
  for await (const { event, data } of events) if (event === "done") return data;
  return { regions: [] };
}

/**
 * Creates one probe request per region, reads it again whenever a runner reports something, and removes it at the end. In the demo,
 * simulates the results instead. Checks no permission.
 */
export async function* probeNow(
  projectId: number,
  probed: Probed,
  signal: AbortSignal,
): AsyncGenerator<CheckEvent> {
  const simulation = await simulationOf(projectId, probed.id);
  if (simulation !== null) {
    yield* simulated(simulation as Simulation, probed);
    return;
  }
  const wake = new WakeSignal();
  const stop = listen("probes", () => wake.send());
  const ids = await insertProbes(
    projectId,
    probed.regions.map((region) => ({ region, config: encryptConfig(toConfig(projectId, probed)) })),
  );
  hint("probes", {});
  try {
    yield* watch(projectId, ids, probed, wake, signal);
  } finally {
    stop();
    await deleteProbes(ids);
  }
}

const SIMULATED_US = 84_000;

/** Simulates the results for the demo, which sends no requests. */
function* simulated(simulation: Simulation, { regions }: Probed): Generator<CheckEvent> {
  const atMs = now().getTime();
  const checks = regions.map((region, place): RegionCheck => {
    const found = simulatedCheck(simulation, simulatedOutcome(simulation, place, atMs), SIMULATED_US);
    const warnings = ["This result is simulated. The demo sends no requests."];
    return { ...found, region, warnings, phases: [], trace: null };
  });
  for (const data of checks) yield { event: "result", data };
  yield { event: "done", data: { regions: checks } };
}

async function* watch(
  projectId: number,
  ids: string[],
  probed: Probed,
  wake: WakeSignal,
  signal: AbortSignal,
): AsyncGenerator<CheckEvent> {
  const startedMs = monotonicMs();
  const finished = new Map<Region, RegionCheck>();
  const shown = new Map<string, number>();
  while (finished.size < ids.length && !signal.aborted) {
    const elapsedMs = monotonicMs() - startedMs;
    const rows = new Map((await readProbes(ids)).map((row) => [row.id, row]));
    for (const [index, region] of probed.regions.entries()) {
      if (finished.has(region)) continue;
      const row = rows.get(ids[index] ?? "");
      // A different runner that took over the check starts from the beginning.
      const taking = `${row?.id} ${row?.taken_at?.getTime()}`;
      for (const phase of row?.phases.slice(shown.get(taking) ?? 0) ?? [])
        yield { event: "phase", data: ProbePhase.parse(phase) };
      if (row) shown.set(taking, row.phases.length);
      const check = row
        ? toRegionCheck(row, elapsedMs, probed.timeout_ms)
        : offline(region, "The check ended because its project was deleted.");
      if (!check) continue;
      finished.set(region, check);
      await countRedirects(projectId, check);
      yield { event: "result", data: check };
    }
    if (finished.size < ids.length) await wake.wait(POLL_MS, signal);
  }
  const regions = probed.regions.flatMap((region) => finished.get(region) ?? []);
  yield { event: "done", data: { regions } };
}

/** Returns a region's result, or null while it may still arrive. */
function toRegionCheck(row: ProbeRow, elapsedMs: number, timeoutMs: number): RegionCheck | null {
  if (row.result) {
    const result = CheckResult.parse(row.result);
    const {
      monitor: _monitor,
      config_version: _version,
      scheduled_at: _slot,
      started_at: _start,
      hop_certificates: _hops,
      trace = null,
      ...seen
    } = result;
    return { ...seen, trace, phases: ProbePhase.array().parse(row.phases) };
  }
  if (row.taken_ms_ago === null && elapsedMs > PICKUP_MS)
    return offline(row.region as Region, "This region has no active runner.");
  if ((row.taken_ms_ago ?? 0) > timeoutMs + REASSIGNED_MS + PICKUP_MS)
    return offline(row.region as Region, "This region's runner did not respond in time.");
  return null;
}

function offline(region: Region, message: string): RegionCheck {
  const none = null;
  return {
    region,
    outcome: "inconclusive",
    status_code: none,
    error: { code: "runner_offline", message },
    timings: {
      total: none,
      dns: none,
      connect: none,
      tls: none,
      send: none,
      first_byte: none,
      transfer: none,
    },
    remote_address: none,
    phases: [],
    assertions: [],
    warnings: [],
    redirects: [],
    certificate: none,
    trace: none,
  };
}

function toConfig(projectId: number, probed: Probed): MonitorConfig {
  return {
    id: probed.id,
    project_id: projectId,
    config_version: 0,
    ...pick(probed, "protocol", "request", "regions"),
    interval_seconds: 60,
    timeout_ms: probed.timeout_ms,
    success_assertions: probed.success_assertions,
  };
}
