import { expect, test } from "vitest";
import { ServerTime } from "./server-time";

const SERVER = Date.UTC(2026, 0, 31, 12);
const iso = (atMs: number) => new Date(atMs).toISOString();

test.each([30_000, -30_000, 3600_000, 24 * 3600_000])(
  "corrects a clock that is %i ms off after one response",
  (offMs) => {
    const time = new ServerTime(() => SERVER + 40 + offMs);
    expect(time.readMs()).toBe(SERVER + 40 + offMs);
    expect(time.learn(iso(SERVER), 60)).toBe(true);
    expect(Math.abs(time.readMs() - SERVER)).toBeLessThan(100);
    expect(Math.abs(time.machineAheadMs - offMs)).toBeLessThan(100);
    expect(time.learn(iso(SERVER), 60)).toBe(false);
  },
);

test("ignores a slow response and a server of an older version", () => {
  const time = new ServerTime(() => SERVER + 15_000);
  expect(time.learn(iso(SERVER), 19_000)).toBe(false);
  expect(time.learn(undefined, 1)).toBe(false);
  expect(time.machineAheadMs).toBe(0);
});

test("trusts the machine's clock again after it was corrected", () => {
  const machine = { ms: SERVER + 30_000 };
  const time = new ServerTime(() => machine.ms);
  time.learn(iso(SERVER), 1);
  machine.ms = SERVER + 10_000;
  expect(time.learn(iso(SERVER + 10_000), 1)).toBe(true);
  expect(Math.abs(time.machineAheadMs)).toBeLessThan(100);
});
