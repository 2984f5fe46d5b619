import { expect, test } from "vitest";
import { type RegionState, unknownRegion } from "@/lib/domain/checks/region-state";
import { IncidentMachine } from "./incident-machine";

const RULES = { consecutiveFailures: 1, consecutiveSuccesses: 1, regionsRequired: 2, silentAfterMs: 190_000 };
const NO_QUARANTINES = new Map();

function failing(region: string, atMs: number): RegionState {
  const since = { failingSince: atMs, heardAt: atMs, lastStart: atMs, lastScheduledAt: atMs };
  return { ...unknownRegion(region), ...since, health: "failing", failures: 1 };
}

test.each([
  ["opens an incident with a region that failed three intervals ago", 1000, "open"],
  ["doesn't open one with a region that has been silent for longer", 999, undefined],
])("%s", (_name, earlierMs, kind) => {
  const machine = new IncidentMachine(RULES);
  const states = [failing("eu-deu-fra", earlierMs), failing("na-usa-iad", 191_000)];
  const decision = machine.decide(states, NO_QUARANTINES, { region: "na-usa-iad", startedAt: 191_000 });
  expect(decision?.kind).toBe(kind);
});
