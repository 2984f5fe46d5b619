import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { monotonicMs } from "@/lib/shared/clock";
import { LagMeter } from "./lag";

it("sees a stall before its timer runs, remembers it for a second, and no longer", async () => {
  const meter = new LagMeter();
  meter.begin();
  const startMs = monotonicMs();
  while (monotonicMs() - startMs < 400);
  expect(meter.maxMs()).toBeGreaterThan(300);
  await wait(100);
  meter.end();
  expect(meter.maxMs()).toBeGreaterThan(300);
  await wait(1100);
  expect(meter.maxMs()).toBe(0);
});
