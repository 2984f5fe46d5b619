import { RECHECK_MAX_MS } from "@/lib/domain/checks/region-state";
import { silentAfterMs } from "@/lib/domain/checks/silence";
import { HANDOVER_MS } from "@/lib/domain/runners/assignment";
import { UNCLEAR_MS } from "@/lib/domain/runners/self-check";
import { REGIONS, RUNNERS_PER_REGION } from "../cast";
import type { Outage } from "../world/targets";
import { type Disturbance, type Evidence, type IncidentRow, type MonitorRow, overlap } from "./evidence";
import type { Generated } from "./generated";
import { CLOCK_MS } from "./results";

const FOREVER = Number.POSITIVE_INFINITY;

/** Returns the index of the region of a runner. */
const regionOf = (runner: number) => REGIONS[Math.floor(runner / RUNNERS_PER_REGION)] ?? "";

/**
 * Returns when a region may have seen nothing, or late: from a fault of one of its runners until its share moved back and
 * failures without a known cause count again.
 */
function blindSpans(region: string, disturbances: readonly Disturbance[]) {
  return disturbances
    .filter(({ fault, subject }) => fault.blinds(subject).some((runner) => regionOf(runner) === region))
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + HANDOVER_MS + UNCLEAR_MS }));
}

/**
 * Returns within which time an outage must become an incident: the documented promise. While servers or the database are
 * unavailable, nothing tells runners to recheck sooner, so checks run at the interval.
 */
function noticedWithinMs(monitor: MonitorRow, outage: Outage, disturbances: readonly Disturbance[]): number {
  const { intervalMs, timeoutMs, rules } = monitor;
  const isDelayed = disturbances.some((each) => each.fault.delays && overlap(each, outage));
  const stepMs = isDelayed ? intervalMs : Math.max(Math.min(intervalMs, RECHECK_MAX_MS), timeoutMs);
  return intervalMs + (rules.consecutiveFailures - 1) * (stepMs + CLOCK_MS) + timeoutMs;
}

/** Returns the parts of outages that were long enough and seen by enough regions to become incidents. */
export function dueOutages(evidence: Evidence): Outage[] {
  return evidence.outages.flatMap((outage) => {
    const monitor = evidence.monitors[outage.target];
    const seen = monitor && seenPart(outage, monitor, evidence);
    if (!seen || seen.toMs === null) return [];
    return seen.toMs - seen.fromMs < noticedWithinMs(monitor, seen, evidence.disturbances) ? [] : [seen];
  });
}

/** Returns the end of an outage that as many regions as an incident requires saw undisturbed; null if they didn't. */
function seenPart(
  outage: Outage,
  { id, rules }: MonitorRow,
  { disturbances, stored, slow }: Evidence,
): Outage | null {
  const sightedMs = (region: string) => {
    const blind = blindSpans(region, disturbances).filter((span) => overlap(span, outage));
    const fromMs = Math.max(outage.fromMs, ...blind.map(({ toMs }) => toMs));
    const isDoubtful = stored.some((result) => isDoubt(result, id, region, { ...outage, fromMs }));
    return isDoubtful ? FOREVER : fromMs;
  };
  const fromMs = outage.regions.map(sightedMs).sort((a, b) => a - b)[rules.regionsRequired - 1] ?? FOREVER;
  const isOver = fromMs >= (outage.toMs ?? FOREVER);
  const seen = { ...outage, fromMs };
  return isOver || slow.some((span) => overlap(span, seen)) ? null : seen;
}

/** Returns whether the region's runner couldn't tell, or had no time to check, during the outage. */
function isDoubt(result: Generated, monitor: number, region: string, outage: Outage): boolean {
  const startMs = Date.parse(result.startedAt);
  const doubts = result.outcome === "inconclusive" || result.outcome === "missed";
  const isOwn = result.monitor === monitor && result.region === region;
  return doubts && isOwn && overlap(outage, { fromMs: startMs, toMs: startMs });
}

/** Returns outages that had to become incidents and didn't. */
export function missedOutages(evidence: Evidence): string[] {
  const { monitors, incidents } = evidence;
  return dueOutages(evidence).flatMap((outage) => {
    const monitor = monitors[outage.target];
    const isKnown = incidents.some((each) => each.monitor === monitor?.id && overlap(each, outage));
    return isKnown || !monitor ? [] : [`${words(outage, monitor)} became no incident`];
  });
}

/** Returns incidents without an outage in enough regions, and those that end while every region must see the target down. */
export function falseIncidents(evidence: Evidence): string[] {
  return evidence.incidents.flatMap((incident) => {
    const target = evidence.monitors.findIndex(({ id }) => id === incident.monitor);
    const monitor = evidence.monitors[target];
    if (!monitor) return [];
    const outages = evidence.outages.filter((outage) => outage.target === target);
    return [
      ...unfounded(incident, monitor, outages, evidence),
      ...endedEarly(incident, monitor, outages),
      ...neverEnded(incident, monitor),
    ];
  });
}

function unfounded(
  incident: IncidentRow,
  monitor: MonitorRow,
  outages: readonly Outage[],
  { slow }: Evidence,
): string[] {
  // A region that stopped reporting keeps failing until it counts as silent.
  const staleMs = silentAfterMs(monitor.intervalMs / 1000, monitor.timeoutMs);
  const around = {
    fromMs: incident.fromMs - staleMs,
    toMs: incident.fromMs + monitor.timeoutMs + CLOCK_MS,
  };
  const regions = new Set(outages.filter((each) => overlap(each, around)).flatMap(({ regions: all }) => all));
  if (regions.size >= monitor.rules.regionsRequired || slow.some((span) => overlap(span, around))) return [];
  return [`${name(incident)} opened, but ${regions.size} regions could see an outage`];
}

function endedEarly(incident: IncidentRow, monitor: MonitorRow, outages: readonly Outage[]): string[] {
  const { toMs } = incident;
  if (toMs === null) return [];
  const during = outages.find(
    (outage) =>
      outage.regions.length === monitor.regions.length &&
      outage.fromMs < toMs - monitor.timeoutMs - CLOCK_MS &&
      (outage.toMs ?? FOREVER) > toMs + monitor.timeoutMs + CLOCK_MS &&
      outage.fromMs > incident.fromMs - monitor.timeoutMs - CLOCK_MS,
  );
  return during ? [`${name(incident)} recovered during ${words(during, monitor)}`] : [];
}

function neverEnded(incident: IncidentRow, { id }: MonitorRow): string[] {
  if (incident.status === "recovered" || incident.isFlapping) return [];
  return [`${name(incident)} is still ${incident.status}, although target of monitor ${id} is up`];
}

function name({ id, monitor, fromMs, toMs }: IncidentRow): string {
  return `incident ${id} of monitor ${monitor} (${clock(fromMs)} … ${toMs === null ? "" : clock(toMs)})`;
}

function words({ fromMs, toMs, failure, regions }: Outage, { id }: MonitorRow): string {
  return `outage (${failure}) of monitor ${id} in ${regions.join(", ")} (${clock(fromMs)} … ${toMs === null ? "" : clock(toMs)})`;
}

function clock(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 23);
}
