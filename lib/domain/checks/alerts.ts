import { meets, textAt } from "@/lib/contract/core/json-path";
import type { AlertMapping } from "@/lib/contract/protocols/external";
import { MINUTE_MS } from "@/lib/shared/durations";
import { CONFIRMED_EVERY_MS, type Evaluated, type HeartbeatState, type Signal, type Step } from "./heartbeat";

/** More open alerts at once are a mistake of the sender. The oldest are forgotten. */
const OPEN_MAX = 1000;
/** Recovered alerts are remembered, so that an older signal doesn't open them again. */
const RECOVERED_MAX = 100;

type Run = HeartbeatState["runs"][number];
const isOpen = ({ title }: Run) => typeof title === "string";

/** Returns the open alerts of a monitor, the one with the oldest signal first. */
export function openAlerts(state: HeartbeatState): { key: string; title: string; at: number }[] {
  return state.runs.filter(isOpen).map(({ id, title, at }) => ({ key: id, title: title ?? "", at }));
}

/** Returns who acknowledges an open alert with a signal; null for any other signal. */
export function acknowledgerOf(state: HeartbeatState, { kind, runId, message }: Signal): string | null {
  const isKnown = () => state.runs.some((run) => run.id === (runId ?? "") && isOpen(run));
  return kind === "acknowledge" && isKnown() ? message : null;
}

/**
 * Applies a signal about an alert: a failure opens it or changes its title, a success recovers it, and others only are kept. A group
 * has thousands, so the others are searched once for each. The recovered ones precede the open ones.
 */
export function applyAlert(state: HeartbeatState, { kind, runId, message, receivedAt }: Signal): Step {
  const id = runId ?? "";
  const at = state.runs.findIndex((run) => run.id === id);
  const known = state.runs[at];
  if ((kind !== "fail" && kind !== "success") || receivedAt < (known?.at ?? 0))
    return { state, result: null, runMs: null };
  const others = known ? state.runs.toSpliced(at, 1) : state.runs;
  const firstOpen = others.findIndex(isOpen);
  const recovered = firstOpen === -1 ? [...others] : others.slice(0, firstOpen);
  const open = firstOpen === -1 ? [] : others.slice(firstOpen);
  const title = kind === "fail" ? (message ?? "an alert") : null;
  (title === null ? recovered : open).push({ id, at: receivedAt, title });
  const runs = [...recovered.slice(-RECOVERED_MAX), ...open.slice(-OPEN_MAX)];
  const lastSignalAt = Math.max(receivedAt, state.lastSignalAt ?? 0);
  const after = { ...state, lastSignalAt, awaitedSince: lastSignalAt, runs };
  // The others still say that the monitor is down.
  if (title === null && open.length > 0) return { state: after, result: null, runMs: null };
  return { ...withResult(after, receivedAt, title, Math.min(open.length, OPEN_MAX)), runMs: null };
}

function withResult(state: HeartbeatState, at: number, title: string | null, openCount: number) {
  const resultAt = Math.max(at, (state.lastResultAt ?? 0) + 1);
  const others = openCount - 1;
  const message = `${title}${others > 0 ? ` (and ${others} more)` : ""}`;
  const error = title === null ? null : ({ code: "external_open", message } as const);
  return { state: { ...state, lastResultAt: resultAt }, result: { at: resultAt, error, runMs: null } };
}

/** State of the monitor's region. `isSettled` is false while results that were just added aren't part of it. */
export interface RegionFacts {
  readonly isHealthy: boolean;
  readonly isFailing: boolean;
  readonly isSettled: boolean;
}

/**
 * Adds what the region doesn't know: alerts that opened or recovered while the monitor was paused or needs more confirmations. A
 * monitor without alerts gets a result every hour.
 */
export function evaluateAlerts(
  state: HeartbeatState,
  { isHealthy, isFailing, isSettled }: RegionFacts,
  nowMs: number,
): Evaluated {
  const open = state.runs.filter(isOpen);
  const last = open.at(-1);
  const isKnown = last ? isFailing : isHealthy;
  const confirmAt = (state.lastResultAt ?? 0) + CONFIRMED_EVERY_MS;
  if (state.awaitedSince === null) return { state, result: null, dueAt: null };
  if (!isSettled) return { state, result: null, dueAt: nowMs + MINUTE_MS };
  if (isKnown && (last || confirmAt > nowMs))
    return { state, result: null, dueAt: last ? nowMs + CONFIRMED_EVERY_MS : confirmAt };
  return { ...withResult(state, nowMs, last?.title ?? null, open.length), dueAt: nowMs + MINUTE_MS };
}

/** Report of one alert in a payload. A `log` is only kept. Of an acknowledgment, the title says whose it is. */
export interface Alert {
  readonly kind: "fail" | "success" | "log" | "acknowledge";
  readonly key: string | null;
  readonly title: string | null;
}

/** Returns the alerts in a payload by a mapping. */
export function mappedAlert(payload: unknown, mapping: AlertMapping): Alert {
  const { open_when: opens, recover_when: recovers, key, title } = mapping;
  const isRecovered = recovers !== null && meets(payload, recovers);
  const isOpened = opens === null || meets(payload, opens);
  return {
    kind: isRecovered ? "success" : isOpened ? "fail" : "log",
    key: key && textAt(payload, key),
    title: title && textAt(payload, title),
  };
}
