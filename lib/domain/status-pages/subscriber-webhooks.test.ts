import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/shared/durations";
import { isDisabledBy, retryPauseMs } from "./subscriber-webhooks";

const pauses = (options = {}) => {
  const all: (number | null)[] = [];
  for (let attempts = 1; all.at(-1) !== null; attempts += 1) all.push(retryPauseMs(attempts, options));
  return all.map((pause) => pause && pause / MINUTE_MS);
};

test("retries with doubling pauses for about five hours, a challenge for about one", () => {
  expect(pauses()).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, null]);
  expect(pauses({ isChallenge: true })).toEqual([1, 2, 4, 8, 16, 32, null]);
});

test("waits as long as the receiver asks, up to an hour", () => {
  expect(retryPauseMs(1, { retryAfterMs: 5 * MINUTE_MS })).toBe(5 * MINUTE_MS);
  expect(retryPauseMs(4, { retryAfterMs: MINUTE_MS })).toBe(8 * MINUTE_MS);
  expect(retryPauseMs(1, { retryAfterMs: 500 * MINUTE_MS })).toBe(60 * MINUTE_MS);
});

test("disables a webhook after five days without a delivery", () => {
  const since = new Date("2026-11-17T12:00:00Z");
  expect(isDisabledBy(since, new Date("2026-11-22T11:59:59Z"))).toBe(false);
  expect(isDisabledBy(since, new Date("2026-11-22T12:00:00Z"))).toBe(true);
});
