import { describe, expect, test } from "vitest";
import { HeartbeatRequest } from "@/lib/contract/protocols/heartbeat";
import { HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { applySignal, evaluateHeartbeat, type HeartbeatState, nextDeadline, type Signal } from "./heartbeat";

const T0 = Date.parse("2026-03-02T03:00:00Z");
const FRESH: HeartbeatState = { lastSignalAt: null, lastResultAt: null, awaitedSince: null, runs: [] };
const NEVER = { resumedAt: 0, gaps: [] };
const rules = (change: object = {}) => HeartbeatRequest.parse({ period: 3600, grace: 600, ...change });
const signal = (receivedAt: number, change: Partial<Signal> = {}): Signal => ({
  kind: "success",
  runId: null,
  exitStatus: null,
  message: null,
  receivedAt,
  runMs: null,
  ...change,
});
const stateAfter = (signals: readonly Signal[], change: object = {}) =>
  signals.reduce((state, each) => applySignal(state, each, rules(change)).state, FRESH);
const at = (state: HeartbeatState, nowMs: number, change: object = {}, interruptions = NEVER) =>
  evaluateHeartbeat(state, rules(change), interruptions, { nowMs, isHealthy: true });

describe("deadlines", () => {
  test("nothing is due before the first signal", () => {
    expect(at(FRESH, T0)).toEqual({ state: FRESH, result: null, dueAt: null });
  });

  test("a signal is missed once, at the end of its grace time", () => {
    const state = stateAfter([signal(T0)]);
    expect(at(state, T0 + 70 * MINUTE_MS - 1).result?.error ?? null).toBeNull();
    const { result, state: next, dueAt } = at(state, T0 + 71 * MINUTE_MS);
    expect(result).toMatchObject({ at: T0 + 70 * MINUTE_MS, error: { code: "heartbeat_missed" } });
    expect(result?.error?.message).toBe(
      "no signal within 10 min of its time (expected at 04:00:00 UTC, last one at 03:00:00)",
    );
    expect(at(next, T0 + 71 * MINUTE_MS).result?.error ?? null).toBeNull();
    expect(dueAt).toBe(T0 + 130 * MINUTE_MS);
  });

  test("a cron expression decides, and a signal slightly before its time counts for it", () => {
    const cron = { schedule: "cron", expression: "0 3 * * *", time_zone: "Europe/Berlin" };
    const due = (ms: number) => nextDeadline(stateAfter([signal(ms)], cron), rules(cron), NEVER)?.at;
    expect(due(T0)).toBe(Date.parse("2026-03-03T02:10:00Z"));
    expect(due(Date.parse("2026-03-03T01:59:55Z"))).toBe(Date.parse("2026-03-04T02:10:00Z"));
  });

  test("the deadline restarts after a pause", () => {
    const state = stateAfter([signal(T0)]);
    const resumedAt = T0 + 5 * HOUR_MS;
    expect(nextDeadline(state, rules(), { resumedAt, gaps: [] })?.at).toBe(resumedAt + 70 * MINUTE_MS);
  });

  test("a signal that the server couldn't receive isn't missed", () => {
    const state = stateAfter([signal(T0)]);
    const gap = (from: number, to: number) => ({
      resumedAt: 0,
      gaps: [{ from: T0 + from * MINUTE_MS, to: T0 + to * MINUTE_MS }],
    });
    const due = (from: number, to: number) => nextDeadline(state, rules(), gap(from, to))?.at ?? 0;
    expect(due(55, 65), "when it was expected").toBe(T0 + 135 * MINUTE_MS);
    expect(due(65, 300), "until long after").toBe(T0 + 370 * MINUTE_MS);
    expect(due(10, 50), "before it was expected").toBe(T0 + 70 * MINUTE_MS);
    expect(due(80, 90), "after it was missed").toBe(T0 + 70 * MINUTE_MS);
  });

  test("a monitor on time is confirmed every hour, but a failing one isn't", () => {
    const state = stateAfter([signal(T0)], { period: 86_400 });
    const daily = { period: 86_400 };
    expect(at(state, T0 + HOUR_MS, daily).result).toEqual({ at: T0 + HOUR_MS, error: null, runMs: null });
    const context = { nowMs: T0 + HOUR_MS, isHealthy: false };
    expect(evaluateHeartbeat(state, rules(daily), NEVER, context).result).toBeNull();
  });
});

describe("signals", () => {
  const result = (signals: readonly Signal[], change: object = {}) => {
    const [last, ...before] = [...signals].reverse();
    return last && applySignal(stateAfter(before.reverse(), change), last, rules(change)).result;
  };

  test("a failure signal and an exit status are failures", () => {
    expect(result([signal(T0, { kind: "fail" })])?.error).toEqual({
      code: "heartbeat_failed",
      message: "the job reported a failure",
    });
    const failed = signal(T0, { kind: "fail", exitStatus: 3, message: "disk full" });
    expect(result([failed])?.error?.message).toBe("the job ended with exit status 3 (disk full)");
  });

  test("a run is measured from its own start signal, however many overlap", () => {
    const start = (ms: number, runId: string) => signal(ms, { kind: "start", runId });
    const ended = [start(T0, "a"), start(T0 + 1000, "b"), signal(T0 + 5000, { runId: "a" })];
    expect(result(ended)?.runMs).toBe(5000);
    expect(stateAfter(ended).runs).toEqual([{ id: "b", at: T0 + 1000 }]);
    expect(nextDeadline(stateAfter(ended), rules(), NEVER)).toMatchObject({ run: "b", at: T0 + 601_000 });
  });

  test("an end without a run ID ends all runs, as in Healthchecks, and a start ends none", () => {
    const start = (ms: number, runId: string | null) => signal(ms, { kind: "start", runId });
    const begun = [start(T0, "a"), start(T0 + 1000, "b"), start(T0 + 2000, null)];
    expect(stateAfter(begun).runs).toHaveLength(3);
    const after = stateAfter([...begun, signal(T0 + 5000)]);
    expect(after.runs).toEqual([]);
    expect(nextDeadline(after, rules(), NEVER)).toMatchObject({ run: null, at: T0 + 5000 + 70 * MINUTE_MS });
  });

  test("a run that doesn't end in time is missed, and one that ends too soon or too late fails", () => {
    const start = signal(T0, { kind: "start" });
    const { result: late } = at(stateAfter([start]), T0 + 11 * MINUTE_MS);
    expect(late).toMatchObject({ at: T0 + 10 * MINUTE_MS, error: { code: "heartbeat_too_long" } });
    const limits = { run_min: 60, run_max: 120 };
    const code = (seconds: number) => result([start, signal(T0 + seconds * 1000)], limits)?.error?.code;
    expect([code(59), code(60), code(120), code(121)]).toEqual([
      "heartbeat_too_short",
      undefined,
      undefined,
      "heartbeat_too_long",
    ]);
  });

  test("results keep their order when signals arrive in the same millisecond, and an older signal changes nothing", () => {
    const state = stateAfter([signal(T0)]);
    expect(applySignal(state, signal(T0, { kind: "fail" }), rules()).result?.at).toBe(T0 + 1);
    const old = applySignal(state, signal(T0 - MINUTE_MS, { kind: "fail" }), rules());
    expect(old).toEqual({ state, result: null, runMs: null });
  });
});
