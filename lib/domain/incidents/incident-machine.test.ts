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

test.each([
  ["gated", undefined],
  ["quarantined", "recovered"],
] as const)("an incident that opened before its only failing region was %s becomes %s", (kind, expected) => {
  const [odd, other] = ["eu-deu-fra", "na-usa-iad"];
  const machine = new IncidentMachine({ ...RULES, regionsRequired: 1 });
  const fine = {
    ...unknownRegion(other),
    health: "healthy" as const,
    successes: 1,
    lastStart: 2000,
    heardAt: 2000,
  };
  const states = [failing(odd, 1000), fine];
  expect(machine.decide(states, NO_QUARANTINES, { region: odd, startedAt: 1000 })?.kind).toBe("open");
  const quarantine = { region: odd, kind, since: 1500, reason: "", releasedAt: null };
  const decision = machine.decide(states, new Map([[odd, quarantine]]), { region: other, startedAt: 2000 });
  expect(decision?.kind).toBe(expected);
});
