import { cityOf } from "@/lib/contract/core/regions";
import {
  type JudgedResult,
  type RegionState,
  stepRegion,
  unknownRegion,
} from "@/lib/domain/checks/region-state";
import { type MonitorRules, stepIncident } from "@/lib/domain/incidents/step";

export interface TestIncidentResult {
  /** Whether these checks would open an incident. */
  readonly opens: boolean;
  /** The reason for the decision, or why there was none. */
  readonly reason: string;
}

/**
 * Evaluates the checks of a test incident, oldest first, by the same rules as real ones. Inconclusive checks (no runner in that
 * region) don't count.
 */
export function judgeTestIncident(
  regions: readonly string[],
  checks: readonly JudgedResult[],
  rules: MonitorRules,
): TestIncidentResult {
  const states = new Map<string, RegionState>(regions.map((region) => [region, unknownRegion(region)]));
  for (const check of checks) {
    const state = states.get(check.region) ?? unknownRegion(check.region);
    states.set(check.region, stepRegion(state, check, rules).state);
    const decider = { region: check.region, at: check.startedAt };
    const decision = stepIncident([...states.values()], rules, null, decider);
    if (decision) return { opens: true, reason: decision.reason };
  }
  const failing = [...states.values()].filter(({ health }) => health === "failing").length;
  const blind = checks.filter(({ outcome }) => outcome === "inconclusive");
  const why = [
    ...new Map(
      blind.map(({ region, error }) => [region, `${cityOf(region)}: ${error?.message ?? ""}`]),
    ).values(),
  ];
  const seen = `${failing} of ${regions.length} regions (${rules.regionsRequired} required) detected the outage`;
  return { opens: false, reason: `No incident would open: ${[seen, ...why].join("; ")}` };
}
