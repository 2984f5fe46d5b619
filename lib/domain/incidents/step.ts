import { cityOf, THIS_SERVER } from "@/lib/contract/core/regions";
import { errorsOf } from "@/lib/domain/checks/causes";
import type { QuarantineRules } from "@/lib/domain/checks/quarantine";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { clockTime, consecutive, count } from "@/lib/domain/core/wording";

const NOWHERE: ReadonlySet<string> = new Set();

export interface MonitorRules extends QuarantineRules {
  /** How long a region may report nothing before it counts as silent. Omitted only without a cadence. */
  readonly silentAfterMs?: number;
  /** The regions that reasons may name. Checks of all others come from this server. */
  readonly named?: ReadonlySet<string>;
}

export interface OpenIncident {
  readonly status: "ongoing" | "recovering";
  /** Epoch milliseconds. */
  readonly incidentAt: number;
}

export type IncidentDecision =
  | {
      readonly kind: "open";
      /** `recovering` if one of the failing regions has already succeeded again. */
      readonly status: OpenIncident["status"];
      readonly at: number;
      readonly reason: string;
      readonly failing: readonly RegionState[];
    }
  | { readonly kind: "recovering" | "ongoing"; readonly at: number; readonly reason: string }
  | { readonly kind: "recovered"; readonly at: number; readonly reason: string };

/**
 * Decides what the region states mean for the monitor's incident, after a result of `decider` that started at `at`. Depends
 * only on the states, so the number and order of calls doesn't matter. Opening counts only reporting regions. A region that
 * went silent while failing doesn't prove a recovery: it counts as failing while any reporting region fails, and no longer
 * counts once all reporting regions succeed.
 */
export function stepIncident(
  regions: readonly RegionState[],
  rules: MonitorRules,
  open: OpenIncident | null,
  decider: { readonly region: string; readonly at: number },
): IncidentDecision | null {
  const reporting = regions.filter((region) => !region.silent);
  const failing = reporting.filter((region) => region.health === "failing");
  if (!open) return failing.length >= rules.regionsRequired ? openIncident(reporting, failing, rules) : null;
  const silent = regions.filter((region) => region.silent && region.health === "failing");
  const stillDown = failing.length > 0 ? failing.length + silent.length : 0;
  const heard = reporting.some((region) => region.health === "healthy");
  if (stillDown < rules.regionsRequired && (heard || failing.length > 0)) {
    return recover(reporting, failing, silent, rules, open, decider);
  }
  return transition(failing, rules, open, decider);
}

/**
 * Adjusts a decision to the monitor's latest recovery at `recoveredAt` (null without one). The time before it is settled:
 * late failures from a region that was cut off open nothing, and a continuing failure starts at the recovery.
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
  // The streak that reached the required regions: with 2 required, the second oldest failing streak.
  const starts = failing.map((region) => region.failingSince ?? 0).sort((a, b) => a - b);
  const at = starts[rules.regionsRequired - 1] ?? 0;
  const fewest = Math.min(...failing.map((region) => region.failures || rules.consecutiveFailures));
  const [only, ...others] = reporting;
  const who =
    only && others.length === 0
      ? `${consecutive(fewest)} from ${placeIn(rules, only.region)} failed`
      : `${shareOf(failing, reporting, rules)} failed ${consecutive(fewest)}`;
  const reason = `${who}: ${errorsOf(failing)}, since ${clockTime(at)} UTC`;
  const status = failing.some((region) => region.successes > 0) ? "recovering" : "ongoing";
  return { kind: "open", status, at, reason, failing };
}

function recover(
  reporting: readonly RegionState[],
  failing: readonly RegionState[],
  silent: readonly RegionState[],
  rules: MonitorRules,
  open: OpenIncident,
  decider: { readonly region: string; readonly at: number },
): IncidentDecision {
  const region = reporting.find((candidate) => candidate.region === decider.region);
  const since = region?.healthySince ?? decider.at;
  // A success that arrives late isn't the last one: another region may have come up after it.
  const fromMs = isNews(region, rules) ? decider.at : 0;
  const lastUp = Math.max(since, ...reporting.map(upSince).filter((upMs) => upMs > fromMs));
  // If the failing region went silent, a region that was always healthy decides. The recovery precedes neither the incident nor the
  // last failure that counted.
  const at =
    lastUp > open.incidentAt
      ? Math.max(lastUp, ...silent.map(lastFailure))
      : Math.max(decider.at, open.incidentAt + 1000);
  const place = placeIn(rules, decider.region);
  const streak =
    region && region.successes > 0
      ? `${consecutive(region.successes)} from ${place} passed`
      : `1 check from ${place} arrived`;
  const rest = reporting.length === 1 ? "" : `; ${shareOf(failing, reporting, rules)} still down`;
  const reason = `${streak}, since ${clockTime(since)} UTC${rest}`;
  return { kind: "recovered", at, reason };
}

/** Returns when a region that is silent or ignored last failed a check that counted, at the latest; 0 if it was ignored before. */
function lastFailure(region: RegionState): number {
  const {
    successes,
    healthySince,
    lastStart,
    failingSince,
    ignoredSince = Number.POSITIVE_INFINITY,
  } = region;
  if ((failingSince ?? 0) >= ignoredSince) return 0;
  return Math.min(ignoredSince, (successes > 0 ? healthySince : lastStart) ?? 0);
}

/** Returns whether this success confirmed that the region is up. Otherwise the check decides because a failing region became silent or ignored. */
function isNews(region: RegionState | undefined, { consecutiveSuccesses }: MonitorRules): boolean {
  return region?.successes === consecutiveSuccesses;
}

function upSince({ health, healthySince }: RegionState): number {
  return health === "healthy" ? (healthySince ?? 0) : 0;
}

function transition(
  failing: readonly RegionState[],
  rules: MonitorRules,
  open: OpenIncident,
  decider: { readonly region: string; readonly at: number },
): IncidentDecision | null {
  const succeeding = failing.find((region) => region.successes > 0);
  if (succeeding && open.status === "ongoing") {
    const needed = rules.consecutiveSuccesses;
    const reason = `${consecutive(succeeding.successes)} from ${placeIn(rules, succeeding.region)} passed at ${clockTime(decider.at)} UTC (${needed} required to recover)`;
    return { kind: "recovering", at: decider.at, reason };
  }
  if (!succeeding && failing.length > 0 && open.status === "recovering") {
    const reason = `1 check from ${placeIn(rules, decider.region)} failed again at ${clockTime(decider.at)} UTC: ${errorsOf(failing)}`;
    return { kind: "ongoing", at: decider.at, reason };
  }
  return null;
}

/** Returns `2 of 3 regions (2 required)`. */
function shareOf(
  failing: readonly RegionState[],
  reporting: readonly RegionState[],
  rules: MonitorRules,
): string {
  return `${failing.length} of ${count(reporting.length, "region")} (${rules.regionsRequired} required)`;
}

function placeIn({ named = NOWHERE }: MonitorRules, region: string): string {
  return named.has(region) ? cityOf(region) : THIS_SERVER;
}
