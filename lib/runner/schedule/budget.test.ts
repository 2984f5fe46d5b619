import { expect, it } from "vitest";
import { Budget } from "./budget";

interface Check {
  readonly config: { readonly project_id: number };
  readonly target: string;
}

const TIMEOUT_MS = 10_000;
const STEP_MS = 100;
const HEALTHY_MS = 100;

/**
 * A virtual clock: every check of the full project hangs for its timeout, the others' take 100 ms. Returns the
 * others' longest wait.
 */
function longestWaitOfOthers(minutes: number, targetOf: (id: number) => string): number {
  const budget = new Budget<Check>();
  const ends = new Map<number, Check[]>();
  const asked = new Map<Check, number>();
  let longestMs = 0;
  const backlog: Check[] = [];
  let running = 0;
  const start = (check: Check, nowMs: number) => {
    running += 1;
    if (check.config.project_id > 1) longestMs = Math.max(longestMs, nowMs - (asked.get(check) ?? nowMs));
    const endMs = nowMs + (check.config.project_id === 1 ? TIMEOUT_MS : HEALTHY_MS);
    ends.set(endMs, [...(ends.get(endMs) ?? []), check]);
  };
  for (let nowMs = 0; nowMs < minutes * 60_000; nowMs += STEP_MS) {
    for (const done of ends.get(nowMs) ?? []) {
      running -= 1;
      for (const next of budget.give(done)) start(next, nowMs);
    }
    // 10,000 monitors per minute of project 1, 600 of nine others.
    for (let id = 0; id < 17; id += 1)
      backlog.push({ config: { project_id: 1 }, target: targetOf(nowMs + id) });
    backlog.push({ config: { project_id: 2 + ((nowMs / STEP_MS) % 9) }, target: `well-${nowMs}` });
    for (const check of backlog) if (!asked.has(check)) asked.set(check, nowMs);
    // As the checker does: in order, and none while all places are taken.
    while (running < budget.concurrency) {
      const check = backlog.shift();
      if (!check) break;
      if (budget.take(check)) start(check, nowMs);
    }
  }
  return longestMs;
}

it("does not delay other projects while 10,000 monitors of one time out, on many targets or one", () => {
  expect(longestWaitOfOthers(2, (id) => `dead-${id}`)).toBe(0);
  expect(longestWaitOfOthers(2, () => "dead")).toBe(0);
});

it("gives a freed place to the next queued check of its project or target, in order", () => {
  const budget = new Budget<Check>();
  budget.concurrency = 4;
  const checks = Array.from({ length: 4 }, (_, id) => ({ config: { project_id: 1 }, target: `t${id}` }));
  expect(checks.map((check) => budget.take(check))).toEqual([true, true, false, false]);
  expect(budget.give(checks[0] as Check)).toEqual([checks[2]]);
  expect(budget.give(checks[1] as Check)).toEqual([checks[3]]);
  const same = [1, 2].map((project_id) => ({ config: { project_id }, target: "one" }));
  for (const check of checks.slice(2)) budget.give(check);
  expect(same.map((check) => budget.take(check))).toEqual([true, false]);
  expect(budget.give(same[0] as Check)).toEqual([same[1]]);
});
