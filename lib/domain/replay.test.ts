import { expect, test } from "vitest";
import type { JudgedResult } from "./region-state";
import { atInterval, replay } from "./replay";

const RULES = { incidentConfirmations: 1, recoveryConfirmations: 1, regionThreshold: 1 };
const START = 1_800_000_000_000;

/** One result a minute, 7 seconds into it, as a monitor's own phase puts it. */
function minutes(outcomes: readonly ("up" | "down")[]): JudgedResult[] {
  return outcomes.map((outcome, index) => {
    const slot = START + index * 60_000 + 7000;
    const error = outcome === "down" ? { code: "timeout" as const, message: "No answer." } : null;
    return { region: "eu-deu-fra", slot, startedAt: slot, outcome, error };
  });
}

test("a coarser interval misses the outage between its slots and sees the long one", () => {
  const results = minutes(["up", "down", "up", "up", "down", "down", "up", "up"]);
  const seen = (seconds: number) =>
    replay(atInterval(results, 60, seconds), ["eu-deu-fra"], RULES).map((each) => each.at - START);
  expect(seen(60)).toEqual([67_000, 247_000]);
  expect(seen(120)).toEqual([247_000]);
});

test("a finer interval, or one between the slots, is refused with what is allowed", () => {
  expect(() => atInterval([], 60, 30)).toThrow("whole multiple of the present 60 seconds, given was 30");
  expect(() => atInterval([], 120, 180)).toThrow("given was 180");
});
