import { parseCron, parseOnCalendar } from "@/lib/contract/core/calendar";
import type { HeartbeatRequest } from "@/lib/contract/protocols/heartbeat";
import { nextOccurrence } from "@/lib/domain/core/occurrence";
import type { Span } from "@/lib/domain/core/span";
import { clockTime } from "@/lib/domain/core/wording";
import { HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { SETBACK_MS } from "./result-times";

/** More runs at once are a mistake of the client. The oldest is forgotten. */
const RUNS_MAX = 50;
/** A signal this much before its time counts for it, because clocks differ. */
const EARLY_MS = 10_000;
/** Servers' clocks may differ by this. A signal that is older than another says nothing new. */
const SKEW_MS = 10_000;
/** How often a monitor that is on time gets a result, so that reports know that it was watched. */
export const CONFIRMED_EVERY_MS = HOUR_MS;

export type HeartbeatRules = Omit<HeartbeatRequest, "token" | "slug">;

/** Expectations of a monitor that reports in. Times are epoch milliseconds. */
export interface HeartbeatState {
  readonly lastSignalAt: number | null;
  /** Time of the newest result. */
  readonly lastResultAt: number | null;
  /** Null before the first signal, when nothing is due. */
  readonly awaitedSince: number | null;
  /** Runs that haven't ended, or alerts, whose title is null once they have recovered. Of a group, what is wrong with it. */
  readonly runs: readonly { readonly id: string; readonly at: number; readonly title?: string | null }[];
}

export interface Signal {
  readonly kind: "success" | "start" | "fail" | "log" | "acknowledge";
  readonly runId: string | null;
  readonly exitStatus: number | null;
  readonly message: string | null;
  readonly receivedAt: number;
  /** A run time that the client measured. */
  readonly runMs: number | null;
}

type HeartbeatCode =
  | "heartbeat_missed"
  | "heartbeat_failed"
  | "heartbeat_too_long"
  | "heartbeat_too_short"
  | "external_open"
  | "group_down";

/** State of the monitor according to a signal or its absence. */
export interface HeartbeatResult {
  readonly at: number;
  readonly error: { readonly code: HeartbeatCode; readonly message: string } | null;
  readonly runMs: number | null;
}

/** Changes that a signal causes. */
export interface Step {
  readonly state: HeartbeatState;
  readonly result: HeartbeatResult | null;
  readonly runMs: number | null;
}

/** Applies a signal. Start and log signals have no result, nor has one that another server received before a newer one. */
export function applySignal(state: HeartbeatState, signal: Signal, rules: HeartbeatRules): Step {
  const { kind, receivedAt } = signal;
  if (kind === "log" || receivedAt < (state.lastSignalAt ?? 0) - SKEW_MS)
    return { state, result: null, runMs: null };
  const id = signal.runId ?? "";
  // As in Healthchecks, an end that names no run ends them all.
  const others = state.runs.filter((run) => run.id !== id && (kind === "start" || id !== ""));
  const lastSignalAt = Math.max(receivedAt, state.lastSignalAt ?? 0);
  if (kind === "start") {
    const runs = [...others, { id, at: receivedAt }].slice(-RUNS_MAX);
    const awaitedSince = state.awaitedSince ?? receivedAt;
    return { state: { ...state, lastSignalAt, awaitedSince, runs }, result: null, runMs: null };
  }
  const started = state.runs.find((run) => run.id === id)?.at;
  const runMs = signal.runMs ?? (started === undefined ? null : Math.max(0, receivedAt - started));
  const at = Math.max(receivedAt, (state.lastResultAt ?? 0) + 1);
  const result = { at, error: errorOf(signal, started === undefined ? null : runMs, rules), runMs };
  return {
    state: { lastSignalAt, lastResultAt: at, awaitedSince: lastSignalAt, runs: others },
    result,
    runMs,
  };
}

/** Returns a state without the times after `nowMs` that a clock left which was set back. New signals would count as old. */
export function withoutFuture(state: HeartbeatState, nowMs: number): HeartbeatState {
  const known = (at: number | null) => at && Math.min(at, nowMs);
  const runs = state.runs.map((run) => ({ ...run, at: Math.min(run.at, nowMs) }));
  const { lastSignalAt, lastResultAt, awaitedSince } = state;
  const isSetBack = (lastResultAt ?? 0) > nowMs + SETBACK_MS;
  return {
    lastSignalAt: known(lastSignalAt),
    // Results keep their order where clocks differ slightly, as in a region's state.
    lastResultAt: isSetBack ? nowMs : lastResultAt,
    awaitedSince: known(awaitedSince),
    runs,
  };
}

function errorOf(
  { kind, exitStatus, message }: Signal,
  runMs: number | null,
  { run_min, run_max }: HeartbeatRules,
): HeartbeatResult["error"] {
  const detail = message ? ` (${message.slice(0, 200)})` : "";
  if (kind === "fail") {
    const what =
      exitStatus === null ? "the job reported a failure" : `the job ended with exit status ${exitStatus}`;
    return { code: "heartbeat_failed", message: `${what}${detail}` };
  }
  if (runMs !== null && run_min !== null && runMs < run_min * 1000)
    return {
      code: "heartbeat_too_short",
      message: `the run took less than ${span(run_min)} (${span(runMs / 1000)})`,
    };
  if (runMs !== null && run_max !== null && runMs > run_max * 1000)
    return {
      code: "heartbeat_too_long",
      message: `the run took more than ${span(run_max)} (${span(runMs / 1000)})`,
    };
  return null;
}

/** Events that restart a deadline: the latest resume, and the times in which no server could receive signals, in order. */
export interface Interruptions {
  readonly resumedAt: number;
  readonly gaps: readonly Span[];
}

interface Deadline {
  /** When something was expected. */
  readonly expected: number;
  /** When the expected signal counts as missed. */
  readonly at: number;
  /** The run that is expected to end; null if the next signal is expected. */
  readonly run: string | null;
}

/** Returns the next deadline, or null if nothing is due. */
export function nextDeadline(
  state: HeartbeatState,
  rules: HeartbeatRules,
  { resumedAt, gaps }: Interruptions,
): Deadline | null {
  if (state.awaitedSince === null) return null;
  const limitMs = (rules.run_max ?? rules.grace) * 1000;
  const ofRun = ({ id, at }: HeartbeatState["runs"][number]): Deadline => {
    const ends = (from: number) => ({ expected: from, at: from + limitMs, run: id });
    return restarted(Math.max(at, resumedAt), gaps, ends) as Deadline;
  };
  // While a run is on its way, its end is what is expected next.
  if (state.runs.length > 0) return state.runs.map(ofRun).reduce((a, b) => (b.at < a.at ? b : a));
  return restarted(Math.max(state.awaitedSince, resumedAt), gaps, (from) => {
    const expected = nextExpected(rules, from);
    return expected === null ? null : { expected, at: expected + rules.grace * 1000, run: null };
  });
}

/** Restarts a deadline at the end of each gap in which its signal may have been sent. */
function restarted(
  from: number,
  gaps: readonly Span[],
  deadlineFrom: (from: number) => Deadline | null,
): Deadline | null {
  let deadline = deadlineFrom(from);
  for (const gap of gaps)
    if (deadline && gap.from < deadline.at && gap.to > deadline.expected) deadline = deadlineFrom(gap.to);
  return deadline;
}

function nextExpected(
  { schedule, period, expression, time_zone }: HeartbeatRules,
  from: number,
): number | null {
  if (schedule === "period" || expression === null) return from + period * 1000;
  const calendar = schedule === "cron" ? parseCron(expression) : parseOnCalendar(expression);
  return nextOccurrence(calendar, time_zone, from + EARLY_MS);
}

/** Findings of the clock: a result if a deadline passed or the last one is old, and when to evaluate next. */
export interface Evaluated {
  readonly state: HeartbeatState;
  readonly result: HeartbeatResult | null;
  readonly dueAt: number | null;
}

/** Evaluates a monitor at `nowMs`. `isHealthy` says that it has no failure, which a result without a signal must not end. */
export function evaluateHeartbeat(
  state: HeartbeatState,
  rules: HeartbeatRules,
  interruptions: Interruptions,
  { nowMs, isHealthy }: { nowMs: number; isHealthy: boolean },
): Evaluated {
  const deadline = nextDeadline(state, rules, interruptions);
  if (!deadline) return { state, result: null, dueAt: null };
  if (deadline.at <= nowMs) {
    const at = Math.max(deadline.at, (state.lastResultAt ?? 0) + 1);
    const missed = { at, error: missedError(deadline, state, rules), runMs: null };
    const after = {
      ...state,
      lastResultAt: at,
      awaitedSince: deadline.run === null ? deadline.expected : state.awaitedSince,
      runs: state.runs.filter(({ id }) => id !== deadline.run),
    };
    return { state: after, result: missed, dueAt: nextDeadline(after, rules, interruptions)?.at ?? null };
  }
  if (!isHealthy) return { state, result: null, dueAt: Math.min(deadline.at, nowMs + CONFIRMED_EVERY_MS) };
  const confirmAt = (state.lastResultAt ?? 0) + CONFIRMED_EVERY_MS;
  if (confirmAt > nowMs) return { state, result: null, dueAt: Math.min(deadline.at, confirmAt) };
  const after = { ...state, lastResultAt: nowMs };
  const dueAt = Math.min(deadline.at, nowMs + CONFIRMED_EVERY_MS);
  return { state: after, result: { at: nowMs, error: null, runMs: null }, dueAt };
}

function missedError(
  { expected, run }: Deadline,
  { lastSignalAt }: HeartbeatState,
  { run_max, grace }: HeartbeatRules,
): NonNullable<HeartbeatResult["error"]> {
  if (run !== null) {
    const name = run ? ` (run ${run.slice(0, 40)})` : "";
    return {
      code: "heartbeat_too_long",
      message: `no end within ${span(run_max ?? grace)} of the start${name}`,
    };
  }
  const last = lastSignalAt === null ? "" : `, last one at ${clockTime(lastSignalAt)}`;
  return {
    code: "heartbeat_missed",
    message: `no signal within ${span(grace)} of its time (expected at ${clockTime(expected)} UTC${last})`,
  };
}

/** Returns a duration in its largest fitting unit: `90 s`, `5 min`, `1.5 h`, `2 days`. */
function span(seconds: number): string {
  const [unit, length] =
    seconds < 120
      ? ["s", 1]
      : seconds < 7200
        ? ["min", MINUTE_MS / 1000]
        : seconds < 172_800
          ? ["h", 3600]
          : ["days", 86_400];
  return `${Math.round((seconds / Number(length)) * 10) / 10} ${unit}`;
}
