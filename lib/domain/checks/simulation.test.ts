import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/shared/durations";
import { SIMULATIONS, simulatedOutcome } from "./simulation";

test("each kind of demo monitor has its own outcomes per region", () => {
  const at = 7 * MINUTE_MS;
  const seen = SIMULATIONS.map((kind) => [kind, [0, 1, 2].map((place) => simulatedOutcome(kind, place, at))]);
  expect(Object.fromEntries(seen)).toEqual({
    up: ["up", "up", "up"],
    down: ["down", "down", "down"],
    partial: ["up", "up", "down"],
    flapping: ["up", "up", "up"],
    inconclusive: ["up", "inconclusive", "up"],
  });
});

test("a flapping monitor fails long enough to open an incident, then recovers", () => {
  const outcomes = Array.from({ length: 20 }, (_, minute) =>
    simulatedOutcome("flapping", 0, minute * MINUTE_MS),
  );
  const round = [...Array(4).fill("down"), ...Array(6).fill("up")];
  expect(outcomes).toEqual([...round, ...round]);
});
