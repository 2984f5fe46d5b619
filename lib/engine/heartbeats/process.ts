import type { CheckResult } from "@/lib/contract/checks/check";
import { REGION_CODES } from "@/lib/contract/core/regions";
import { GroupRequest } from "@/lib/contract/protocols/group";
import { HeartbeatRequest } from "@/lib/contract/protocols/heartbeat";
import { hasMembers, receivesAlerts } from "@/lib/contract/protocols/lookup";
import { membersOf } from "@/lib/contract/protocols/members";
import { acknowledgerOf, applyAlert, evaluateAlerts, type RegionFacts } from "@/lib/domain/checks/alerts";
import { evaluateGroup, judgeMembers, type Member } from "@/lib/domain/checks/group";
import {
  applySignal,
  type Evaluated,
  evaluateHeartbeat,
  type HeartbeatResult,
  type HeartbeatState,
  type Interruptions,
  type Signal,
  withoutFuture,
} from "@/lib/domain/checks/heartbeat";
import { decisionsFirst } from "@/lib/engine/health/disk-space";
import { log } from "@/lib/shared/log";
import { selectMembers } from "@/lib/store/checks/groups";
import {
  numberSignals,
  type ProcessedSignal,
  type WaitingSignal,
  waitingSignals,
} from "@/lib/store/checks/heartbeat-signals";
import {
  type HeartbeatKey,
  type HeartbeatRow,
  type HeartbeatWrite,
  selectHeartbeats,
  writeHeartbeats,
} from "@/lib/store/checks/heartbeats";
import {
  loadObserved,
  lockMonitorFacts,
  type MonitorFacts,
  type ObservedFacts,
} from "@/lib/store/checks/ingest-reads";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { type Reception, selectReception } from "@/lib/store/checks/reception";
import { isDataError } from "@/lib/store/core/database-errors";
import { byPart, eachOf, type Projects } from "@/lib/store/core/sharding/projects";
import { type Tx, tx } from "@/lib/store/core/tx";
import { announce } from "../batch-outcome";
import { acknowledge } from "../incident-acknowledgment";
import { type Ingested, ingestWithin } from "../ingest";

/** Few, because deciding about all of them at once keeps new signals waiting for their acknowledgment. */
const BATCH = 50;
/** Signals are received if a server noted that within this time. */
export const RECEPTION_MAX_MS = 30_000;
/** A result has room for this long a run; a longer one is only in the list of signals. */
const SHOWN_RUN_MAX_MS = 30 * 60_000;

/** Processes the waiting signals and the passed deadlines of heartbeat monitors. Repeating it changes nothing. */
export async function processHeartbeats(keys: readonly HeartbeatKey[], nowMs: number): Promise<void> {
  if (keys.length === 0) return;
  await ensurePartitionsFor([nowMs]);
  const parts = await byPart(keys, ({ projectId }) => projectId);
  await eachOf("signals", parts, async (projects, own) => {
    const ids = [...new Set(own.map(({ monitorId }) => monitorId))].sort((a, b) => a - b);
    for (let at = 0; at < ids.length; at += BATCH)
      await processApart(projects, ids.slice(at, at + BATCH), nowMs);
  });
}

/** Processes all in one transaction, or each apart if the data of one can't be processed. */
async function processApart(projects: Projects, ids: readonly number[], nowMs: number): Promise<void> {
  try {
    const { works, incidents } = await decisionsFirst(ids.length, (withResults) =>
      tx((trx) => processIn(trx, projects, ids, { nowMs, withResults })),
    );
    announce(works, incidents);
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (ids.length === 1) return log.error("signals could not be processed", { monitor: ids[0], error });
    for (const id of ids) await processApart(projects, [id], nowMs);
  }
}

async function processIn(
  trx: Tx,
  projects: Projects,
  ids: readonly number[],
  context: { nowMs: number; withResults: boolean },
): Promise<Ingested> {
  const facts = await lockMonitorFacts(trx, projects, ids);
  const observed = await loadObserved(trx, projects, ids);
  const signals = byMonitor(await waitingSignals(trx, projects, ids));
  const reception = await selectReception(trx);
  const rows = await selectHeartbeats(trx, projects, ids);
  const known = await selectMembers(
    trx,
    projects,
    rows.flatMap(({ request }) => membersOf(request)),
  );
  const all = rows.flatMap((row) => {
    const [fact, seen] = [facts.get(row.monitor_id), observed.get(row.monitor_id)];
    const members = membersOf(row.request).flatMap((id) => known.get(id) ?? []);
    return fact && seen
      ? [step(row, { fact, seen, signals: signals.get(fact.id) ?? [], reception, members }, context.nowMs)]
      : [];
  });
  const ingested = await ingestWithin(
    trx,
    projects,
    all.flatMap(({ results }) => results),
    context,
  );
  await writeHeartbeats(
    trx,
    projects,
    all.map(({ write }) => write),
  );
  await numberSignals(
    trx,
    projects,
    all.flatMap(({ processed }) => processed),
  );
  for (const { write, acknowledgers } of all)
    ingested.incidents.push(...(await acknowledge(trx, write, acknowledgers[0], new Date(context.nowMs))));
  return ingested;
}

function byMonitor(signals: readonly WaitingSignal[]): Map<number, WaitingSignal[]> {
  const groups = new Map<number, WaitingSignal[]>();
  for (const signal of signals) {
    const own = groups.get(signal.monitorId) ?? [];
    own.push(signal);
    groups.set(signal.monitorId, own);
  }
  return groups;
}

interface StepFacts {
  readonly fact: MonitorFacts;
  readonly seen: ObservedFacts;
  readonly signals: readonly WaitingSignal[];
  readonly reception: Reception;
  readonly members: readonly Member[];
}

interface Stepped {
  readonly results: CheckResult[];
  readonly write: HeartbeatWrite;
  readonly processed: ProcessedSignal[];
  /** People who acknowledged an alert, first to last. */
  readonly acknowledgers: string[];
}

/** Applies a monitor's signals in order, then evaluates its deadline, or the states of its members. */
function step(row: HeartbeatRow, facts: StepFacts, nowMs: number): Stepped {
  const { fact, seen, signals, reception, members } = facts;
  const { apply, evaluate } = machineOf(row, members);
  const { monitor_id: monitorId, project_id: projectId } = row;
  let state = withoutFuture(stateOf(row), nowMs);
  let number = row.signals;
  let lastAddress = row.last_address;
  const results: CheckResult[] = [];
  const processed: ProcessedSignal[] = [];
  const acknowledgers: string[] = [];
  const add = (result: HeartbeatResult | null) => {
    // Alerts of one sender have nothing else in common.
    if (result) results.push(toResult(fact, result, receivesAlerts(row.protocol) ? null : lastAddress));
  };
  for (const signal of signals) {
    const acknowledger = receivesAlerts(row.protocol) ? acknowledgerOf(state, signal) : null;
    if (acknowledger !== null) acknowledgers.push(acknowledger);
    const applied = apply(state, { ...signal, receivedAt: Math.min(signal.receivedAt, nowMs) });
    state = applied.state;
    number += 1;
    lastAddress = signal.address;
    processed.push({ projectId, monitorId, id: signal.id, number, runMs: applied.runMs });
    add(applied.result);
  }
  const interruptions: Interruptions = { resumedAt: row.resumed_at?.getTime() ?? 0, gaps: reception.gaps };
  const isReceiving = reception.seenAt !== null && reception.seenAt >= nowMs - RECEPTION_MAX_MS;
  const regions = [...seen.regions.values()];
  const region = {
    isHealthy: regions.every(({ health, failures }) => health === "healthy" && failures === 0),
    isFailing: regions.length > 0 && regions.every(({ health }) => health === "failing"),
    isSettled: results.length === 0,
  };
  let dueAt: number | null = nowMs;
  if ((isReceiving || hasMembers(row.protocol)) && !fact.stopped) {
    const evaluated = evaluate(state, interruptions, region, nowMs);
    state = evaluated.state;
    dueAt = evaluated.dueAt;
    add(evaluated.result);
  }
  return {
    results,
    write: { projectId, monitorId, state, signals: number, lastAddress, dueAt },
    processed,
    acknowledgers,
  };
}

interface Machine {
  readonly apply: (state: HeartbeatState, signal: Signal) => ReturnType<typeof applySignal>;
  readonly evaluate: (
    state: HeartbeatState,
    interruptions: Interruptions,
    region: RegionFacts,
    nowMs: number,
  ) => Evaluated;
}

const ALERTS: Machine = {
  apply: applyAlert,
  evaluate: (state, _, region, nowMs) => evaluateAlerts(state, region, nowMs),
};

function groupOf(request: object, members: readonly Member[]): Machine {
  const verdict = judgeMembers(members, GroupRequest.parse(request));
  return {
    apply: (state) => ({ state, result: null, runMs: null }),
    evaluate: (state, { resumedAt }, region, nowMs) =>
      evaluateGroup(state, verdict, region, { resumedAt, nowMs }),
  };
}

function machineOf({ protocol, request }: HeartbeatRow, members: readonly Member[]): Machine {
  if (receivesAlerts(protocol)) return ALERTS;
  if (hasMembers(protocol)) return groupOf(request, members);
  const rules = HeartbeatRequest.parse(request);
  return {
    apply: (state, signal) => applySignal(state, signal, rules),
    evaluate: (state, interruptions, { isHealthy, isSettled }, nowMs) =>
      evaluateHeartbeat(state, rules, interruptions, { nowMs, isHealthy: isHealthy && isSettled }),
  };
}

/** Returns the expectations of a stored monitor. */
export function stateOf(row: HeartbeatRow): HeartbeatState {
  return {
    lastSignalAt: row.last_signal_at?.getTime() ?? null,
    lastResultAt: row.last_result_at?.getTime() ?? null,
    awaitedSince: row.awaited_since?.getTime() ?? null,
    runs: row.runs,
  };
}

function toResult(
  fact: MonitorFacts,
  { at, error, runMs }: HeartbeatResult,
  address: string | null,
): CheckResult {
  const when = new Date(at).toISOString();
  const [region] = fact.regions as (typeof REGION_CODES)[number][];
  return {
    monitor: fact.id,
    region: region ?? REGION_CODES[0],
    config_version: fact.config_version,
    scheduled_at: when,
    started_at: when,
    outcome: error ? "down" : "up",
    status_code: null,
    error: error && { code: error.code, message: error.message },
    timings: {
      ...NO_TIMINGS,
      total: runMs !== null && runMs <= SHOWN_RUN_MAX_MS ? Math.round(runMs * 1000) : null,
    },
    remote_address: address,
    assertions: [],
    warnings: [],
    certificate: null,
    redirects: [],
  };
}

const NO_TIMINGS = { dns: null, connect: null, tls: null, send: null, first_byte: null, transfer: null };
