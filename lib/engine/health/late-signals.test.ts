import { afterEach, expect, test, vi } from "vitest";
import { monotonicMs } from "@/lib/shared/clock";
import { MINUTE_MS } from "@/lib/shared/durations";
import { log } from "@/lib/shared/log";
import { useDatabase } from "@/lib/testing/database";
import { noteWaiting, signalsProblem } from "./late-signals";
import { readiness } from "./readiness";

useDatabase();
afterEach(() => noteWaiting(0));

test("signals that stay on disk are a warning with their number, and make readiness degraded", async () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const began = monotonicMs() - 25 * MINUTE_MS;
  noteWaiting(3, undefined, began);
  expect(signalsProblem(began + MINUTE_MS / 2)).toBeNull();
  for (let minute = 0; minute <= 25; minute += 1) noteWaiting(7, "no table", began + minute * MINUTE_MS);
  expect(warned.mock.calls.map(([, fields]) => fields)).toEqual(
    [1, 11, 21].map((minutes) => ({ count: 7, minutes, error: "no table" })),
  );
  // An intake that an earlier file left running may note that none are waiting.
  await vi.waitFor(async () => {
    for (const minute of [0, 25]) noteWaiting(7, "no table", began + minute * MINUTE_MS);
    const { status, checks } = await readiness();
    expect([status, checks.checks.message]).toEqual([
      "degraded",
      "7 signals of heartbeats and external alerts have been waiting on this server's disk for 25 min.",
    ]);
  }, 10_000);
  noteWaiting(0);
  expect(signalsProblem()).toBeNull();
  warned.mockRestore();
});
