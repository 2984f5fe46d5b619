import type { Outcome } from "@/lib/contract/checks/check";

/** What the simulated results of a demo monitor look like. */
export const SIMULATIONS = ["up", "down", "partial", "flapping", "inconclusive"] as const;
export type Simulation = (typeof SIMULATIONS)[number];

const MINUTE_MS = 60_000;
const FLAP_MINUTES = 10;
const DOWN_MINUTES = 4;

/** Returns the outcome of one simulated check, in the region at `place` of the monitor's regions. */
export function simulatedOutcome(simulation: Simulation, place: number, atMs: number): Outcome {
  if (simulation === "down") return "down";
  if (simulation === "partial") return place === 2 ? "down" : "up";
  if (simulation === "inconclusive") return place === 1 ? "inconclusive" : "up";
  if (simulation === "flapping") return (atMs / MINUTE_MS) % FLAP_MINUTES < DOWN_MINUTES ? "down" : "up";
  return "up";
}
