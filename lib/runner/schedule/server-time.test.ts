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

/** Returns the time of a process that starts with the server's last known time, and its machine's clocks. */
function restarted(lastMs: number, wallMs: number) {
  const clock = { wallMs, steadyMs: 5000, uptimeMs: 90_000 };
  const kept = { lastMs, read: () => lastMs, write: (ms: number) => Object.assign(kept, { lastMs: ms }) };
  const time = new ServerTime(
    () => clock.wallMs,
    () => clock.steadyMs,
    () => clock.uptimeMs,
    kept,
  );
  return { clock, kept, time };
}

test("before the first response, a clock set to before the server's last known time isn't followed", () => {
  const { clock, time } = restarted(SERVER - 20_000, SERVER);
  clock.wallMs -= 3600_000;
  expect(time.readMs()).toBe(SERVER);
  clock.wallMs += 3600_000 + 7000;
  clock.steadyMs += 7000;
  clock.uptimeMs += 7000;
  expect(time.readMs()).toBe(SERVER + 7000);
});

test("a process that starts with a clock before the server's last known time continues from there", () => {
  const { clock, time } = restarted(SERVER - 20_000, SERVER - 3600_000);
  expect(time.readMs()).toBe(SERVER - 20_000);
  clock.wallMs += 3600_000;
  expect(time.readMs()).toBe(SERVER);
});

test("keeps the server's time now and then, also an earlier one", () => {
  const { kept, time } = restarted(SERVER, SERVER);
  time.learn(iso(SERVER + 20_000), 1);
  expect(kept.lastMs).toBe(SERVER);
  time.learn(iso(SERVER + 40_000), 1);
  expect(kept.lastMs).toBe(SERVER + 40_000);
  time.learn(iso(SERVER - 3600_000), 1);
  expect(kept.lastMs).toBe(SERVER - 3600_000);
});
