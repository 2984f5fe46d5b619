import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "@/lib/shared/durations";
import { stepRegion, unknownRegion } from "./region-state";
import { afterSetback } from "./result-times";

const NOW = 1_800_000_000_000;
const rules = { consecutiveFailures: 3, consecutiveSuccesses: 3 };
const down = (scheduledAt: number) =>
  ({ region: "eu-deu-fra", scheduledAt, startedAt: scheduledAt, outcome: "down", error: null }) as const;

test("after a setback of an hour, the next result counts, the streak continues, and no time is in the future", () => {
  const before = stepRegion(unknownRegion("eu-deu-fra"), down(NOW + HOUR_MS), rules).state;
  const state = afterSetback(before, NOW);
  expect(state).toMatchObject({ lastScheduledAt: null, failures: 1, failingSince: NOW });
  expect(stepRegion(state, down(NOW), rules)).toMatchObject({ applied: true, state: { failures: 2 } });
});

test("server clocks a minute apart change nothing, and a repeat stays a repeat", () => {
  fc.assert(
    fc.property(fc.integer({ min: -24 * HOUR_MS, max: 120_000 }), (ahead) => {
      const state = { ...unknownRegion("eu-deu-fra"), lastScheduledAt: NOW + ahead };
      expect(afterSetback(state, NOW)).toBe(state);
    }),
  );
});
