import { expect, it } from "vitest";
import type { CheckResult } from "@/lib/contract/check";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { SelfDoubt } from "./doubt";

const base = await check(monitorConfig({ url: "http://10.0.0.1/" }));
const result = (monitor: number, code: "connect_timeout" | "assertion_failed" | null): CheckResult => ({
  ...base,
  monitor,
  outcome: code === null ? "up" : "down",
  error: code === null ? null : { code, message: "x" },
});

it("many hosts that turn at once are doubted, and true outages are released within a minute", () => {
  const doubt = new SelfDoubt();
  for (let id = 1; id <= 10; id += 1) expect(doubt.judge(result(id, null), `h${id}`, 0, 0)).toBeNull();
  const reasons = Array.from({ length: 10 }, (_, id) =>
    doubt.judge(result(id + 1, "connect_timeout"), `h${id + 1}`, 1000, 0),
  );
  expect(reasons.slice(0, 4)).toEqual([null, null, null, null]);
  expect(reasons[9]).toMatch(/10 of 10 hosts/);
  expect(doubt.judge(result(1, "connect_timeout"), "h1", 62_000, 0)).toBeNull();
});

it("one target that fails from the start is never doubted", () => {
  const doubt = new SelfDoubt();
  for (let at = 0; at < 20; at += 1)
    expect(doubt.judge(result(1, "connect_timeout"), "h1", at * 1000, 0)).toBeNull();
});

it("a wrong answer is the target's own, however many answer wrongly", () => {
  const doubt = new SelfDoubt();
  for (let id = 1; id <= 20; id += 1)
    expect(doubt.judge(result(id, "assertion_failed"), `h${id}`, 0, 2000)).toBeNull();
});

it("a network failure seen while the event loop lagged is doubted", () => {
  expect(new SelfDoubt().judge(result(1, "connect_timeout"), "h1", 0, 800)).toMatch(/lagged 800 ms/);
});
