import { expect, it } from "vitest";
import { HOUR_MS } from "@/lib/shared/durations";
import { monitorConfig } from "@/lib/testing/targets/check";
import { Pacer } from "./pacer";
import { type DueCheck, Schedule } from "./schedule";

// The service was off for an hour with 10,000 monitors, in virtual time.
const MONITORS = 10_000;
const INTERVAL_SECONDS = 60;
const NOMINAL = MONITORS / INTERVAL_SECONDS;
const START = Date.parse("2026-03-01T10:00:00Z");
const STEP_MS = 2;

function herd(atMs: number): Schedule {
  const schedule = new Schedule();
  for (let id = 1; id <= MONITORS; id += 1)
    schedule.set(
      monitorConfig({ url: `http://h${id}/` }, { id, interval_seconds: INTERVAL_SECONDS }),
      atMs,
      false,
    );
  return schedule;
}

/** Takes due checks as the checker does: every 2 ms, as many as the pace allows. */
function work(schedule: Schedule, fromMs: number, toMs: number): { at: number; due: DueCheck }[] {
  const pacer = new Pacer();
  const starts: { at: number; due: DueCheck }[] = [];
  for (let at = fromMs; at < toMs; at += STEP_MS) {
    for (let allowed = pacer.allowance(at, schedule.perSecond); allowed >= 1; allowed -= 1) {
      const due = schedule.take(at);
      if (!due) break;
      pacer.take();
      starts.push({ at, due });
    }
  }
  return starts;
}

/** Returns the most starts in any window of `ms`. */
function most(starts: readonly { at: number }[], ms: number): number {
  let first = 0;
  let max = 0;
  for (const [index, { at }] of starts.entries()) {
    while ((starts[first]?.at ?? at) <= at - ms) first += 1;
    max = Math.max(max, index - first + 1);
  }
  return max;
}

const phaseOf = ({ due }: { due: DueCheck }) =>
  due.slotMs % (INTERVAL_SECONDS * 1000) === due.monitorRegion.phaseMs;

it("checks each monitor once per interval at its old phase after a restart, and no checks of the missed hour", () => {
  const starts = work(herd(START + HOUR_MS), START + HOUR_MS, START + HOUR_MS + 60_000);
  // The edges of the minute fall between two steps.
  expect(Math.abs(starts.length - MONITORS)).toBeLessThanOrEqual(5);
  expect(starts.every(phaseOf)).toBe(true);
  expect(starts.every(({ due }) => due.missed.length === 0 && due.slotMs > START + HOUR_MS)).toBe(true);
  expect(most(starts, 1000)).toBeLessThanOrEqual(1.5 * NOMINAL);
});

it("reports the checks a stalled runner missed in an hour, runs one check per monitor, and recovers slowly", () => {
  const schedule = herd(START);
  const starts = work(schedule, START + HOUR_MS, START + HOUR_MS + 120_000);
  const first = new Map<number, { at: number; due: DueCheck }>();
  for (const start of starts)
    if (!first.has(start.due.monitorRegion.config.id)) first.set(start.due.monitorRegion.config.id, start);
  expect(first.size).toBe(MONITORS);
  expect(starts.every(phaseOf)).toBe(true);
  // At most one from the past hour: the newest. All others are reported as missed.
  const old = starts.filter(({ due }) => due.slotMs <= START + HOUR_MS);
  expect(new Set(old.map(({ due }) => due.monitorRegion.config.id)).size).toBe(old.length);
  const missed = [...first.values()].map(({ due }) => due.missed.length);
  expect(Math.min(...missed)).toBeGreaterThanOrEqual(59);
  expect(Math.max(...missed)).toBeLessThanOrEqual(60);
  expect(most(starts, 10)).toBeLessThanOrEqual(2.5 * Math.max(NOMINAL / 100, 8));
  expect(most(starts, 1000)).toBeLessThanOrEqual(2.5 * NOMINAL);
  // Caught up: the second minute runs at the nominal rate, each check in its slot.
  const late = starts.filter(({ at, due }) => at > START + HOUR_MS + 60_000 && at - due.slotMs > 20);
  expect(late).toEqual([]);
});

it("reports an hour of missed slots completely, even at the shortest interval", () => {
  const schedule = new Schedule();
  schedule.set(monitorConfig({ url: "http://shop/" }, { interval_seconds: 30 }), START, false);
  expect(schedule.take(START + HOUR_MS)?.missed).toHaveLength(119);
});
