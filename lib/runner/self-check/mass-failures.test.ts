import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { monotonicMs } from "@/lib/shared/clock";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { MassFailures } from "./mass-failures";

const base = await check(monitorConfig({ url: "http://10.0.0.1/" }));
const result = (monitor: number, code: "connect_timeout" | "assertion_failed" | null): CheckResult => ({
  ...base,
  monitor,
  outcome: code === null ? "up" : "down",
  error: code === null ? null : { code, message: "x" },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const found = (many: MassFailures, result: CheckResult, host: string) => {
  many.record(result, host, monotonicMs());
  return result.outcome === "up" ? null : many.judge(monotonicMs());
};
const ALL_FAILED = { kind: "network_mass_failure", failed: 10, hosts: 10 };
const HOSTS = Array.from({ length: 10 }, (_, at) => at + 1);
const allFail = (many: MassFailures) =>
  HOSTS.map((id) => found(many, result(id, "connect_timeout"), `h${id}`)?.failure ?? null);

it("finds a mass failure for half a minute when many hosts change at once, then reports them as they are", async () => {
  const many = new MassFailures();
  for (const id of HOSTS) expect(found(many, result(id, null), `h${id}`)).toBeNull();
  vi.advanceTimersByTime(1000);
  const reasons = allFail(many);
  expect(reasons.slice(0, 4)).toEqual([null, null, null, null]);
  expect(reasons[9]).toEqual(ALL_FAILED);
  const last = found(many, result(10, "connect_timeout"), "h10");
  vi.advanceTimersByTime(29_000);
  expect(await last?.again(null)).toEqual(ALL_FAILED);
  vi.advanceTimersByTime(1000);
  expect(await last?.again(null)).toBeNull();
  expect(allFail(many)).toEqual(HOSTS.map(() => null));
  vi.advanceTimersByTime(31_000);
  expect(allFail(many)).toEqual(HOSTS.map(() => null));
});

it("finds a second mass failure after all were up", () => {
  const many = new MassFailures();
  allFail(many);
  vi.advanceTimersByTime(40_000);
  for (const id of HOSTS) found(many, result(id, null), `h${id}`);
  vi.advanceTimersByTime(1000);
  expect(allFail(many).at(-1)).toEqual(ALL_FAILED);
});

it("finds none in one target that fails from the start", () => {
  const many = new MassFailures();
  for (let at = 0; at < 20; at += 1) {
    expect(found(many, result(1, "connect_timeout"), "h1")).toBeNull();
    vi.advanceTimersByTime(1000);
  }
});

it("blames the targets for wrong responses, however many", () => {
  const many = new MassFailures();
  for (let id = 1; id <= 20; id += 1) many.record(result(id, "assertion_failed"), `h${id}`, monotonicMs());
  expect(many.judge(monotonicMs())).toBeNull();
});
