import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { monotonicMs } from "@/lib/shared/clock";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { isOursPerhaps, MassFailures } from "./self-check";

const base = await check(monitorConfig({ url: "http://10.0.0.1/" }));
const result = (monitor: number, code: "connect_timeout" | "assertion_failed" | null): CheckResult => ({
  ...base,
  monitor,
  outcome: code === null ? "up" : "down",
  error: code === null ? null : { code, message: "x" },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const found = (doubt: MassFailures, result: CheckResult, host: string, lagMs = 0) => {
  doubt.note(result, host, monotonicMs());
  return result.outcome === "up" ? null : doubt.judge(monotonicMs(), () => lagMs);
};
const HOSTS = Array.from({ length: 10 }, (_, at) => at + 1);
const allFail = (doubt: MassFailures) =>
  HOSTS.map((id) => found(doubt, result(id, "connect_timeout"), `h${id}`)?.reason ?? null);

it("suspects itself for half a minute when many hosts change at once, then reports them as they are", async () => {
  const doubt = new MassFailures();
  for (const id of HOSTS) expect(found(doubt, result(id, null), `h${id}`)).toBeNull();
  vi.advanceTimersByTime(1000);
  const reasons = allFail(doubt);
  expect(reasons.slice(0, 4)).toEqual([null, null, null, null]);
  expect(reasons[9]).toMatch(/10 of 10 hosts/);
  const last = found(doubt, result(10, "connect_timeout"), "h10");
  vi.advanceTimersByTime(29_000);
  expect(await last?.again()).toMatch(/10 of 10 hosts/);
  vi.advanceTimersByTime(1000);
  expect(await last?.again()).toBeNull();
  expect(allFail(doubt)).toEqual(HOSTS.map(() => null));
  vi.advanceTimersByTime(31_000);
  expect(allFail(doubt)).toEqual(HOSTS.map(() => null));
});

it("suspects itself again in a second mass failure after all were up", () => {
  const doubt = new MassFailures();
  allFail(doubt);
  vi.advanceTimersByTime(40_000);
  for (const id of HOSTS) found(doubt, result(id, null), `h${id}`);
  vi.advanceTimersByTime(1000);
  expect(allFail(doubt).at(-1)).toMatch(/10 of 10 hosts/);
});

it("never suspects itself for one target that fails from the start", () => {
  const doubt = new MassFailures();
  for (let at = 0; at < 20; at += 1) {
    expect(found(doubt, result(1, "connect_timeout"), "h1")).toBeNull();
    vi.advanceTimersByTime(1000);
  }
});

it("blames the targets for wrong responses, however many", () => {
  const doubt = new MassFailures();
  for (let id = 1; id <= 20; id += 1) doubt.note(result(id, "assertion_failed"), `h${id}`, monotonicMs());
  expect(doubt.judge(monotonicMs(), () => 0)).toBeNull();
  expect(isOursPerhaps(result(1, "assertion_failed"))).toBe(false);
});

it("suspects itself for a network failure during an event loop lag until the lag ends", async () => {
  let lagMs = 800;
  const doubt = new MassFailures();
  const failed = result(1, "connect_timeout");
  doubt.note(failed, "h1", monotonicMs());
  const lag = doubt.judge(monotonicMs(), () => lagMs);
  expect(lag?.reason).toMatch(/lagged 800 ms/);
  expect(await lag?.again()).toMatch(/lagged 800 ms/);
  lagMs = 20;
  expect(await lag?.again()).toBeNull();
});
