import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { applyAlert, evaluateAlerts, openAlerts } from "./alerts";
import type { HeartbeatState, Signal } from "./heartbeat";

const NOW = Date.UTC(2026, 10, 26, 12);
const EMPTY: HeartbeatState = { lastSignalAt: null, lastResultAt: null, awaitedSince: null, runs: [] };
const FAILING = { isHealthy: false, isFailing: true, isSettled: true };
const HEALTHY = { isHealthy: true, isFailing: false, isSettled: true };

function signal(
  kind: Signal["kind"],
  runId: string | null,
  receivedAt: number,
  message: string | null = null,
): Signal {
  return { kind, runId, receivedAt, message, exitStatus: null, runMs: null };
}

/** Applies signals in order, and returns what each said. */
function apply(...signals: Signal[]) {
  let state = EMPTY;
  const said = signals.map((each) => {
    const step = applyAlert(state, each);
    state = step.state;
    return step.result && (step.result.error?.message ?? "up");
  });
  return { state, said };
}

test("the last alert to recover ends the outage, and a repeat may change the title", () => {
  const { said, state } = apply(
    signal("success", "a", NOW),
    signal("fail", "a", NOW + 1, "Slow"),
    signal("fail", "b", NOW + 2, "Full"),
    signal("fail", "a", NOW + 3, "Slower"),
    signal("log", "a", NOW + 4, "acknowledged"),
    signal("success", "b", NOW + 5),
    signal("success", "unknown", NOW + 6),
    signal("success", "a", NOW + 7),
  );
  expect(said).toEqual(["up", "Slow", "Full (and 1 more)", "Slower (and 1 more)", null, null, null, "up"]);
  expect(openAlerts(state)).toEqual([]);
});

test("an older signal that another server received changes nothing", () => {
  const { said, state } = apply(
    signal("fail", "a", NOW, "Slow"),
    signal("success", "a", NOW + MINUTE_MS),
    signal("fail", "a", NOW + 30_000, "Slow"),
    signal("fail", "b", NOW - HOUR_MS, "Full"),
  );
  expect(said).toEqual(["Slow", "up", null, "Full"]);
  expect(openAlerts(state)).toEqual([{ key: "b", title: "Full", at: NOW - HOUR_MS }]);
});

test("results never have the same time, and too many alerts forget the oldest", () => {
  const many = Array.from({ length: 1001 }, (_, index) => signal("fail", `key ${index}`, NOW, "Slow"));
  const { state } = apply(...many);
  expect(state.lastResultAt).toBe(NOW + 1000);
  expect(openAlerts(state)).toHaveLength(1000);
  expect(openAlerts(state)[0]?.key).toBe("key 1");
});

test("the clock adds what the region doesn't know, confirms hourly, and leaves an outage alone", () => {
  const open = apply(signal("fail", "a", NOW, "Slow")).state;
  const closed = apply(signal("fail", "a", NOW, "Slow"), signal("success", "a", NOW)).state;
  const at = NOW + 10 * MINUTE_MS;
  const resultOf = (state: HeartbeatState, region: typeof FAILING, nowMs = at) => {
    const { result, dueAt } = evaluateAlerts(state, region, nowMs);
    return [result && (result.error?.message ?? "up"), dueAt && (dueAt - nowMs) / MINUTE_MS];
  };
  expect(resultOf(EMPTY, HEALTHY)).toEqual([null, null]);
  expect(resultOf(open, HEALTHY)).toEqual(["Slow", 1]);
  expect(resultOf(open, { ...HEALTHY, isHealthy: false })).toEqual(["Slow", 1]);
  expect(resultOf(open, FAILING)).toEqual([null, 60]);
  expect(resultOf(closed, FAILING)).toEqual(["up", 1]);
  expect(resultOf(closed, { ...FAILING, isSettled: false })).toEqual([null, 1]);
  expect(resultOf(closed, HEALTHY)[0]).toBeNull();
  expect(resultOf(closed, HEALTHY, NOW + HOUR_MS + 1)).toEqual(["up", 1]);
});
