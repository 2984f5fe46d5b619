import fc from "fast-check";
import { expect, it } from "vitest";
import { monitorConfig } from "@/lib/testing/targets/check";
import { DueHeap } from "./heap";
import { Schedule } from "./schedule";

const monitor = (id: number, change = {}) => monitorConfig({ url: "http://127.0.0.1/" }, { id, ...change });

it("the heap gives back whatever was put in, in order of being due", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (values) => {
      const heap = new DueHeap<{ dueMs: number }>();
      for (const dueMs of values) heap.push({ dueMs });
      const out: number[] = [];
      for (let item = heap.pop(); item; item = heap.pop()) out.push(item.dueMs);
      expect(out).toEqual([...values].sort((a, b) => a - b));
    }),
  );
});

it("a monitor is due once an interval, at the same phase after a restart", () => {
  const slots = (from: number) => {
    const schedule = new Schedule();
    schedule.set(monitor(7), from, false);
    const seen: number[] = [];
    for (let now = from; now < from + 300_000; now += 1000) {
      for (let due = schedule.take(now); due; due = schedule.take(now)) seen.push(due.slotMs);
    }
    return seen;
  };
  const first = slots(1_700_000_000_000);
  expect(first).toHaveLength(5);
  expect(first.map((at) => at % 60_000)).toEqual(Array(5).fill((first[0] ?? 0) % 60_000));
  expect((slots(1_700_000_030_500)[0] ?? 0) % 60_000).toBe((first[0] ?? 0) % 60_000);
});

it("what a stall passed over is told as missed and not replayed", () => {
  const schedule = new Schedule();
  const start = 1_700_000_000_000;
  schedule.set(monitor(1), start, false);
  const due = schedule.take(start + 3600_000);
  expect(due?.missed).toHaveLength(59);
  expect(due?.slotMs).toBeGreaterThan(start + 3600_000 - 60_000);
  expect(schedule.take(start + 3600_000)).toBeNull();
});

it("a monitor that is new is checked at once, one that is only edited keeps its slots", () => {
  const schedule = new Schedule();
  const start = 1_700_000_000_000;
  schedule.set(monitor(1), start, true);
  expect(schedule.take(start)?.slotMs).toBe(start);
  schedule.set(monitor(1, { config_version: 2 }), start, false);
  expect(schedule.take(start)).toBeNull();
});

it("a removed monitor is never taken", () => {
  const schedule = new Schedule();
  schedule.set(monitor(1), 0, true);
  schedule.remove(1);
  expect(schedule.take(10_000_000)).toBeNull();
  expect(schedule.perSecond).toBeCloseTo(0);
});

it("a re-check asked for twice happens once", () => {
  const schedule = new Schedule();
  schedule.set(monitor(1), 0, false);
  schedule.recheck(1, "eu-deu-fra", 5);
  schedule.recheck(1, "eu-deu-fra", 6);
  expect(schedule.take(10)?.slotMs).toBe(5);
  expect(schedule.take(10)).toBeNull();
});

it("a pair at which the server wants another look is not settled, also when its slot comes first", () => {
  const schedule = new Schedule();
  schedule.set(monitor(1), 0, false);
  const slotMs = schedule.nextDueMs() ?? 0;
  const { pair } = schedule.take(slotMs) ?? {};
  if (!pair) throw new Error("no check was due");
  pair.isSettled = true;
  schedule.recheck(1, "eu-deu-fra", schedule.nextDueMs() ?? 0);
  expect([pair.isSettled, pair.recheckMs]).toEqual([false, null]);
});
