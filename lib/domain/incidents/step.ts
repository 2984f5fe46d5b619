import { errorsOf } from "@/lib/domain/checks/causes";
import type { ConfirmationRules, RegionState } from "@/lib/domain/checks/region-state";
import { clockTime, consecutive, count } from "@/lib/domain/core/wording";

export interface MonitorRules extends ConfirmationRules {
  /** How many regions must be failing for an incident. */
  readonly regionThreshold: number;
}

export interface OpenIncident {
  readonly status: "ongoing" | "recovering";
  /** Epoch milliseconds. */
  readonly incidentAt: number;
}

export type IncidentDecision =
  | {
      readonly kind: "open";
      /** Recovering when one of the failing regions already has a success again. */
      readonly status: OpenIncident["status"];
      readonly at: number;
      readonly reason: string;
      readonly failing: readonly RegionState[];
    }
  | { readonly kind: "recovering" | "ongoing"; readonly at: number; readonly reason: string }
  | { readonly kind: "recovered"; readonly at: number; readonly reason: string };

/**
 * What the regions of a monitor mean for its incident, after the result of `decider` that started at `at`. A function of
 * the states alone: how often or in which order it is asked changes nothing.
 *
 * Opening counts regions that report. A region that went silent while failing is no proof of recovery: it counts as
 * failing as long as any reporting region fails, and no longer once those that report all succeed.
 */
export function stepIncident(
  regions: readonly RegionState[],
  rules: MonitorRules,
  open: OpenIncident | null,
  decider: { readonly region: string; readonly at: number },
): IncidentDecision | null {
  const reporting = regions.filter((region) => !region.silent);
  const failing = reporting.filter((region) => region.verdict === "failing");
  if (!open) return failing.length >= rules.regionThreshold ? openIncident(reporting, failing, rules) : null;
  const silent = regions.filter((region) => region.silent && region.verdict === "failing");
  const held = failing.length > 0 ? failing.length + silent.length : 0;
  const heard = reporting.some((region) => region.verdict === "healthy");
  if (held < rules.regionThreshold && (heard || failing.length > 0)) {
    return recover(reporting, failing, rules, open, decider);
  }
  return transition(failing, rules, open, decider);
}

/**
 * What a decision is after the monitor's newest recovery at `recoveredAt` (null: none). The time up to there is settled: results of a
 * region that was cut off and tells late of a failure before it open nothing, and one that lasts begins there.
 */
export function afterRecovery(
  decision: IncidentDecision | null,
  decider: { readonly at: number },
  recoveredAt: number | null,
): IncidentDecision | null {
  if (decision?.kind !== "open" || recoveredAt === null) return decision;
  if (decider.at <= recoveredAt) return null;
  return { ...decision, at: Math.max(decision.at, recoveredAt) };
}

function openIncident(
  reporting: readonly RegionState[],
  failing: readonly RegionState[],
  rules: MonitorRules,
): IncidentDecision {
  // The streak that crossed the threshold: with threshold 2, the second oldest of the failing streaks.
  const starts = failing.map((region) => region.failingSince ?? 0).sort((a, b) => a - b);
  const at = starts[rules.regionThreshold - 1] ?? 0;
  const fewest = Math.min(...failing.map((region) => region.failures || rules.incidentConfirmations));
  const reason =
    `${failing.length} of ${count(reporting.length, "region")} failed ${consecutive(fewest)}: ` +
    `${errorsOf(failing)}, since ${clockTime(at)} UTC; regions required: ${rules.regionThreshold}`;
  const status = failing.some((region) => region.successes > 0) ? "recovering" : "ongoing";
  return { kind: "open", status, at, reason, failing };
}

function recover(
  reporting: readonly RegionState[],
  failing: readonly RegionState[],
  rules: MonitorRules,
  open: OpenIncident,
  decider: { readonly region: string; readonly at: number },
): IncidentDecision {
  const region = reporting.find((candidate) => candidate.region === decider.region);
  const since = region?.healthySince ?? decider.at;
  // A region that was healthy all along (the failing one fell silent) can't have recovered before the incident began.
  const at = since > open.incidentAt ? since : Math.max(decider.at, open.incidentAt + 1000);
  const streak =
    region && region.successes > 0 ? `passed ${consecutive(region.successes)}` : "reported";
  const reason =
    `${decider.region} ${streak}, since ${clockTime(since)} UTC; ` +
    `${failing.length} of ${count(reporting.length, "region")} still down; regions required: ${rules.regionThreshold}`;
  return { kind: "recovered", at, reason };
}

function transition(
  failing: readonly RegionState[],
  rules: MonitorRules,
  open: OpenIncident,
  decider: { readonly region: string; readonly at: number },
): IncidentDecision | null {
  const succeeding = failing.find((region) => region.successes > 0);
  if (succeeding && open.status === "ongoing") {
    const needed = rules.recoveryConfirmations;
    const reason = `${succeeding.region} passed ${consecutive(succeeding.successes)} at ${clockTime(decider.at)} UTC; successes required to recover: ${needed}`;
    return { kind: "recovering", at: decider.at, reason };
  }
  if (!succeeding && failing.length > 0 && open.status === "recovering") {
    const reason = `${decider.region} failed again at ${clockTime(decider.at)} UTC: ${errorsOf(failing)}`;
    return { kind: "ongoing", at: decider.at, reason };
  }
  return null;
}
