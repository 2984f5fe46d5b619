import fc from "fast-check";
import { expect, test } from "vitest";
import type { Span } from "@/lib/domain/core/span";
import { HOUR_MS } from "@/lib/shared/durations";
import {
  assignedRunner,
  isOwnCheck,
  type PresentRunner,
  type Sharer,
  shareOf,
  TAKEOVER_MS,
} from "./assignment";

const NOW = 1_800_000_000_000;
const REGIONS = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"];
const ALWAYS: Span[] = [{ from: NOW - 24 * HOUR_MS, to: NOW + 45_000 }];
const SEED = Number(process.env.ASSIGNMENT_SEED ?? Date.now() % 2 ** 31);
console.info(`assignment: seed ${SEED}`);
fc.configureGlobal({ seed: SEED });

const remote = (id: number, presence = ALWAYS): PresentRunner => ({
  id,
  kind: "remote",
  region: "eu-deu-fra",
  presence,
  startedAt: null,
});
const local = (id: number, presence = ALWAYS): PresentRunner => ({
  id,
  kind: "local",
  region: null,
  presence,
  startedAt: null,
});
const at = (scheduledAt: number, monitor = 1, region = "eu-deu-fra") => ({ monitor, region, scheduledAt });
/** A monitor served by the first of two runners in a region. */
const servedBy = (first: number, second: number) =>
  Array.from({ length: 100 }, (_, id) => id + 1).find(
    (monitor) => assignedRunner(monitor, "eu-deu-fra", [first, second]) === first,
  ) ?? 0;

test("of two live runners in a region, only the one that serves a monitor may report it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 51, max: 99 }),
      fc.integer({ min: 0, max: 20 * HOUR_MS }),
      (monitor, one, two, ago) => {
        const check = at(NOW - ago, monitor);
        const may = (id: number, other: number) =>
          isOwnCheck(remote(id), check, [remote(id), remote(other)], NOW);
        expect(may(one, two)).toBe(assignedRunner(monitor, check.region, [one, two]) === one);
        expect(may(two, one)).toBe(!may(one, two));
      },
    ),
  );
});

test("a runner reports only from its own region, and the built-in runner never from a region with a live runner", () => {
  expect(isOwnCheck(remote(2), at(NOW, 1, "na-usa-iad"), [], NOW)).toBe(false);
  expect(isOwnCheck(local(1), at(NOW), [local(1), remote(2)], NOW)).toBe(false);
  expect(isOwnCheck(local(1), at(NOW, 1, "na-usa-iad"), [local(1), remote(2)], NOW)).toBe(true);
  expect(isOwnCheck(remote(2), at(NOW), [local(1), remote(2)], NOW)).toBe(true);
});

test("the fallback runner reports checks that were due while the region's runner was silent, even later from its spool", () => {
  const cutFrom = NOW - 2 * HOUR_MS;
  const cutTo = NOW - HOUR_MS;
  const back = remote(2, [
    { from: NOW - 24 * HOUR_MS, to: cutFrom },
    { from: cutTo, to: NOW + 45_000 },
  ]);
  const may = (scheduledAt: number) => isOwnCheck(local(1), at(scheduledAt), [local(1), back], NOW);
  expect([cutFrom, cutFrom + 1000, cutTo - 1000, cutTo + TAKEOVER_MS - 1].map(may)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([cutFrom - TAKEOVER_MS, cutTo + TAKEOVER_MS, NOW].map(may)).toEqual([false, false, false]);
});

test("a runner may report for a minute after its share moved to a new runner", () => {
  const monitor = servedBy(7, 3);
  const cameAt = NOW - 10 * 60_000;
  const newcomer = remote(7, [{ from: cameAt, to: NOW + 45_000 }]);
  const may = (scheduledAt: number) =>
    isOwnCheck(remote(3), at(scheduledAt, monitor), [remote(3), newcomer], NOW);
  expect([cameAt - HOUR_MS, cameAt, cameAt + TAKEOVER_MS - 1].map(may)).toEqual([true, true, true]);
  expect(may(cameAt + TAKEOVER_MS)).toBe(false);
});

test("a runner may not report a share that another had before it joined, not even while both are new", () => {
  const monitor = servedBy(7, 3);
  const joined = (agoMs: number) => [{ from: NOW - agoMs, to: NOW + 45_000 }];
  const may = (own: number, other: number) =>
    isOwnCheck(remote(3), at(NOW, monitor), [remote(3, joined(own)), remote(7, joined(other))], NOW);
  expect([may(1000, 1000), may(1000, 2000), may(1000, 50_000)]).toEqual([false, false, false]);
  expect([may(2000, 1000), may(HOUR_MS, 50_000), may(HOUR_MS, 61_000)]).toEqual([true, true, false]);
});

test("a restarted runner may not report new checks of a share that moved before the restart", () => {
  const monitor = servedBy(7, 3);
  const newcomer = remote(7, [{ from: NOW - 50_000, to: NOW + 45_000 }]);
  const may = (scheduledAt: number, startedAt: number) => {
    const restarted = { ...remote(3), startedAt };
    return isOwnCheck(restarted, at(scheduledAt, monitor), [restarted, newcomer], NOW);
  };
  expect([may(NOW - 20_000, NOW - 30_000), may(NOW, NOW - 30_000)]).toEqual([false, false]);
  // Its program checked these before it stopped, or began while the share was its own.
  expect([may(NOW - 30_000, NOW - 30_000), may(NOW - 20_000, NOW - 55_000)]).toEqual([true, true]);
});

/** Runners that join, leave, and return during an hour. Each span includes the 45 s after the last contact. */
const lives = fc.array(
  fc.record({
    kind: fc.constantFrom("local" as const, "remote" as const),
    region: fc.constantFrom(...REGIONS),
    edges: fc.uniqueArray(fc.integer({ min: 0, max: HOUR_MS }), { minLength: 2, maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test("never rejects assigned checks, even with 30 s of clock skew, 30 s of delay, or results sent hours later", () => {
  fc.assert(
    fc.property(
      lives,
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom(...REGIONS),
      fc.integer({ min: 0, max: HOUR_MS }),
      fc.integer({ min: 0, max: 30_000 }),
      fc.integer({ min: -30_000, max: 30_000 }),
      fc.integer({ min: 0, max: 20 * HOUR_MS }),
      fc.integer({ min: 0, max: HOUR_MS }),
      (drawn, monitor, region, moment, delay, skew, wait, age) => {
        const runners = drawn.map(({ kind, region: place, edges }, index): PresentRunner => {
          const sorted = edges.map((edge) => NOW + edge).sort((a, b) => a - b);
          const presence = sorted.flatMap((from, edge) => {
            const to = sorted[edge + 1];
            return edge % 2 === 0 && to !== undefined ? [{ from, to }] : [];
          });
          return { id: index + 1, kind, region: kind === "remote" ? place : null, presence, startedAt: null };
        });
        const alertedAt = NOW + moment;
        const isAlive = ({ presence }: PresentRunner) =>
          presence.some((span) => span.from <= alertedAt && alertedAt < span.to);
        const alive: Sharer[] = runners.filter(isAlive);
        for (const runner of alive) {
          const share = shareOf(runner, alive, REGIONS);
          if (!share.regions.includes(region) || assignedRunner(monitor, region, share.peers) !== runner.id)
            continue;
          const checkedAt = alertedAt + delay;
          const check = at(checkedAt + skew, monitor, region);
          const present = runners.map((each) => ({ ...each, startedAt: alertedAt - age }));
          expect(isOwnCheck(runner, check, present, checkedAt + wait)).toBe(true);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
