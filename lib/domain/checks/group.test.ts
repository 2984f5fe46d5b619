import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { evaluateGroup, judgeMembers, type Member } from "./group";

const NOW = Date.UTC(2026, 5, 1);
const member = (change: Partial<Member> = {}): Member => ({
  name: "API",
  state: "online",
  since: NOW,
  hasIncident: false,
  inMaintenance: false,
  ...change,
});
const up = member();
const down = member({ name: "Shop", state: "offline", hasIncident: true });
const ALL = { condition: "all", required: null } as const;
const ANY = { condition: "any", required: null } as const;
const TWO = { condition: "at_least", required: 2 } as const;

test.each([
  ["all are online", ALL, [up, up], null],
  ["one of all is down", ALL, [up, down], "1 of 2 members is down (Shop)"],
  ["one of any is online", ANY, [down, up], null],
  [
    "none of any is online",
    ANY,
    [down, down],
    "2 of 2 members are down (Shop, Shop); at least 1 must be online",
  ],
  ["two of three are online", TWO, [up, up, down], null],
  [
    "one of three is online",
    TWO,
    [up, down, down],
    "2 of 3 members are down (Shop, Shop); at least 2 must be online",
  ],
  ["a member is partially offline without an incident", ALL, [up, member({ state: "partial" })], null],
  [
    "a member is partially offline with one",
    ALL,
    [up, { ...down, state: "partial" }],
    "1 of 2 members is down (Shop)",
  ],
  ["a member recovers slowly", ALL, [up, member({ hasIncident: true })], null],
  ["a paused member had an incident", ALL, [up, { ...down, state: "paused" }], null],
  ["a member in maintenance is down", ALL, [up, { ...down, inMaintenance: true }], null],
  ["a member has no data", ALL, [up, member({ state: "no_data" })], null],
  [
    "the only member that counts of any is down",
    ANY,
    [{ ...up, state: "paused" }, down],
    "1 of 1 member is down (Shop); at least 1 must be online",
  ],
] as const)("judges a group when %s", (_, rule, members, problem) => {
  expect(judgeMembers(members, rule)).toMatchObject({ problem });
});

test("says nothing while no member counts", () => {
  expect(judgeMembers([member({ state: "fetching" }), { ...down, state: "paused" }], ALL)).toBeNull();
  // Deleting the last member that is down isn't a recovery.
  expect(judgeMembers([], ALL)).toBeNull();
});

const EMPTY = { lastSignalAt: null, lastResultAt: null, awaitedSince: null, runs: [] };
const HEALTHY = { isHealthy: true, isFailing: false, isSettled: true };
const FAILING = { isHealthy: false, isFailing: true, isSettled: true };
const NEITHER = { isHealthy: false, isFailing: false, isSettled: true };

test("a result carries the time at which the members changed, and comes once, then hourly", () => {
  const first = evaluateGroup(EMPTY, { at: 5, problem: null }, NEITHER, { resumedAt: 0, nowMs: NOW });
  expect(first.result).toMatchObject({ at: NOW, error: null });
  const failed = { at: NOW + 1000, problem: "1 of 2 members is down (Shop)" };
  const later = { resumedAt: 0, nowMs: NOW + MINUTE_MS };
  const second = evaluateGroup(first.state, failed, HEALTHY, later);
  expect(second.result).toMatchObject({ at: NOW + 1000, error: { code: "group_down" } });
  expect(evaluateGroup(second.state, failed, FAILING, later)).toMatchObject({
    result: null,
    dueAt: NOW + 1000 + HOUR_MS,
  });
  // Not confirmed yet.
  expect(evaluateGroup(second.state, failed, NEITHER, later).result).toMatchObject({ at: NOW + MINUTE_MS });
  // The member that was down is gone, and the others haven't changed since.
  const recovered = evaluateGroup(second.state, { at: NOW, problem: null }, FAILING, later);
  expect(recovered.result).toMatchObject({ at: NOW + MINUTE_MS, error: null });
  expect(evaluateGroup(first.state, null, HEALTHY, later).result).toBeNull();
});
