import fc from "fast-check";
import { expect, it } from "vitest";
import { monitorConfig } from "@/lib/testing/targets/check";
import { DueHeap } from "./heap";
import { Schedule } from "./schedule";

const monitor = (id: number, change = {}) => monitorConfig({ url: "http://127.0.0.1/" }, { id, ...change });

it("always returns the earliest item first, whatever was added, removed, or moved", () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom("push", "pop", "move"), fc.integer({ max: 1000, min: 0 })),
    {
      maxLength: 300,
    },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const heap = new DueHeap<number>();
      const due = new Map<number, number>();
      for (const [item, [step, dueMs]] of all.entries()) {
        const first = heap.peek();
        if (step === "push") {
          heap.push(item, dueMs);
          due.set(item, dueMs);
        } else if (step === "pop") {
          expect(heap.pop()).toBe(first);
          due.delete(first ?? -1);
        } else if (first !== undefined) {
          heap.moveFirst(dueMs);
          due.set(first, dueMs);
        }
        expect(heap.size).toBe(due.size);
        expect(heap.firstMs).toBe(Math.min(Number.POSITIVE_INFINITY, ...due.values()));
        expect(due.get(heap.peek() ?? -1) ?? Number.POSITIVE_INFINITY).toBe(heap.firstMs);
      }
    }),
  );
});

it("schedules a monitor once per interval, at the same phase after a restart", () => {
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

it("reports slots skipped by a stall as missed without replaying them", () => {
  const schedule = new Schedule();
  const start = 1_700_000_000_000;
  schedule.set(monitor(1), start, false);
  const due = schedule.take(start + 3600_000);
  expect(due?.missed).toHaveLength(59);
  expect(due?.slotMs).toBeGreaterThan(start + 3600_000 - 60_000);
  expect(schedule.take(start + 3600_000)).toBeNull();
});

it("checks a new monitor immediately, and keeps the slots of an edited one", () => {
  const schedule = new Schedule();
  const start = 1_700_000_000_000;
  schedule.set(monitor(1), start, true);
  expect(schedule.take(start)?.slotMs).toBe(start);
  schedule.set(monitor(1, { config_version: 2 }), start, false);
  expect(schedule.take(start)).toBeNull();
});

it("never takes a removed monitor", () => {
  const schedule = new Schedule();
  schedule.set(monitor(1), 0, true);
  schedule.remove(1);
  expect(schedule.take(10_000_000)).toBeNull();
  expect(schedule.perSecond).toBeCloseTo(0);
});

it("runs a recheck requested twice once", () => {
  const schedule = new Schedule();
  schedule.set(monitor(1), 0, false);
  schedule.recheck(1, "eu-deu-fra", 5);
  schedule.recheck(1, "eu-deu-fra", 6);
  expect(schedule.take(10)?.slotMs).toBe(5);
  expect(schedule.take(10)).toBeNull();
});

it("does not settle a monitor region with a requested recheck, even when its slot comes first", () => {
  const schedule = new Schedule();
  schedule.set(monitor(1), 0, false);
  const slotMs = schedule.nextDueMs() ?? 0;
  const { monitorRegion } = schedule.take(slotMs) ?? {};
  if (!monitorRegion) throw new Error("no check was due");
  monitorRegion.settled = "up";
  schedule.recheck(1, "eu-deu-fra", schedule.nextDueMs() ?? 0);
  expect([monitorRegion.settled, monitorRegion.recheckMs]).toEqual([null, null]);
});

it("loses no running, queued, or requested check to an edit, and checks an added region", () => {
  const start = 1_700_000_000_000;
  const hourly = (change = {}) => monitor(1, { interval_seconds: 3600, ...change });
  const dueAfterEdit = (prepare: (schedule: Schedule) => void, change = {}) => {
    const schedule = new Schedule();
    schedule.set(hourly(), start, false);
    prepare(schedule);
    schedule.set(hourly({ config_version: 2, ...change }), start + 2000, false);
    return (schedule.nextDueMs() ?? 0) - start;
  };
  expect(dueAfterEdit(() => undefined)).toBeGreaterThan(60_000);
  expect(dueAfterEdit((schedule) => schedule.recheck(1, "eu-deu-fra", start + 10_000))).toBe(10_000);
  for (const is of ["running", "queued"] as const) {
    const begun = (schedule: Schedule) => {
      schedule.recheck(1, "eu-deu-fra", start);
      const due = schedule.take(start);
      if (due) due.monitorRegion.state = { is, slotMs: due.slotMs };
    };
    expect(dueAfterEdit(begun)).toBe(2000);
  }
  expect(dueAfterEdit(() => undefined, { regions: ["eu-deu-fra", "na-usa-iad"] })).toBe(2000);
});

it.each([
  ["request", { request: { method: "GET", url: "http://127.0.0.1/fixed" } }],
  ["assertions", { success_assertions: [{ type: "status_code", operator: "in", value: "204" }] }],
  ["timeout", { timeout_ms: 30_000 }],
])("checks a monitor with another %s at once, because its last result says nothing about it", (_, change) => {
  const schedule = new Schedule();
  const start = 1_700_000_000_000;
  const hourly = { interval_seconds: 3600 };
  schedule.set(monitor(1, hourly), start, false);
  schedule.set(monitor(1, { ...hourly, config_version: 2, ...change }), start + 2000, false);
  expect((schedule.nextDueMs() ?? 0) - start).toBe(2000);
});

it("keeps the remaining delay of a recheck when the clock jumps", () => {
  const start = 1_700_000_000_000;
  for (const jumpMs of [3600_000, -3600_000]) {
    const schedule = new Schedule();
    schedule.set(monitor(1, { interval_seconds: 3600 }), start, false);
    schedule.recheck(1, "eu-deu-fra", start + 10_000);
    const nowMs = start + 4000 + jumpMs;
    schedule.rebase(nowMs, jumpMs);
    expect((schedule.nextDueMs() ?? 0) - nowMs).toBe(6000);
  }
});
