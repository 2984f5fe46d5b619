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

test("ignores a slow response", () => {
  const time = new ServerTime(() => SERVER + 15_000);
  expect(time.learn(iso(SERVER), 19_000)).toBe(false);
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

test.each([3600_000, -3600_000, 24 * 3600_000])(
  "keeps the server's time without the server when the machine's clock is set by %i ms",
  (stepMs) => {
    const clock = { wallMs: SERVER + 20_000, steadyMs: 5000, uptimeMs: 90_000 };
    const time = new ServerTime(
      () => clock.wallMs,
      () => clock.steadyMs,
      () => clock.uptimeMs,
    );
    time.learn(iso(SERVER), 1);
    for (const passedMs of [0, 7000]) {
      clock.wallMs += passedMs + (passedMs === 0 ? stepMs : 0);
      clock.steadyMs += passedMs;
      clock.uptimeMs += passedMs;
      expect(Math.abs(time.readMs() - SERVER - passedMs)).toBeLessThan(100);
    }
    expect(Math.abs(time.machineAheadMs - 20_000 - stepMs)).toBeLessThan(100);
  },
);

test("follows the machine's clock over a sleep, which the monotonic clock doesn't count", () => {
  const clock = { wallMs: SERVER, steadyMs: 5000, uptimeMs: 90_000 };
  const time = new ServerTime(
    () => clock.wallMs,
    () => clock.steadyMs,
    () => clock.uptimeMs,
  );
  time.learn(iso(SERVER), 1);
  clock.wallMs += 600_000;
  clock.uptimeMs += 600_000;
  expect(Math.abs(time.readMs() - SERVER - 600_000)).toBeLessThan(100);
});

test("follows the machine's clock until a server has confirmed its time", () => {
  const clock = { wallMs: 0, steadyMs: 5000, uptimeMs: 90_000 };
  const time = new ServerTime(
    () => clock.wallMs,
    () => clock.steadyMs,
    () => clock.uptimeMs,
  );
  expect(time.readMs()).toBe(0);
  clock.wallMs = SERVER;
  expect(time.readMs()).toBe(SERVER);
});
