import { RECHECK_MAX_MS } from "@/lib/domain/checks/region-state";
import { silentAfterMs } from "@/lib/domain/checks/silence";
import { HANDOVER_MS } from "@/lib/domain/runners/assignment";
import { UNCLEAR_MS } from "@/lib/domain/runners/self-check";
import { REGIONS, RUNNERS_PER_REGION } from "../cast";
import type { Outage, Span } from "../world/targets";
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

/** Returns within which time an outage must become an incident: the documented promise, if checks run `stepMs` apart. */
function noticedWithinMs({ intervalMs, timeoutMs, rules }: MonitorRow, stepMs: number): number {
  return intervalMs + (rules.consecutiveFailures - 1) * (stepMs + CLOCK_MS) + timeoutMs;
}

/** Returns the outages that had to become incidents: long and visible enough, or confirmed by the results themselves. */
export function dueOutages(evidence: Evidence): Outage[] {
  return evidence.outages.filter((outage) => {
    const monitor = evidence.monitors[outage.target];
    return monitor && (isVisible(outage, monitor, evidence) || isConfirmed(outage, monitor, evidence));
  });
}

/** Returns whether as many regions as an incident requires could see some part of the outage undisturbed for long enough. */
function isVisible(outage: Outage, monitor: MonitorRow, evidence: Evidence): boolean {
  const blind = new Map(
    outage.regions.map((region) => [region, hiddenSpans(region, outage, monitor, evidence)]),
  );
  const starts = [outage.fromMs, ...[...blind.values()].flat().map(({ toMs }) => toMs + 1)];
  return starts.some((fromMs) => {
    if (fromMs < outage.fromMs) return false;
    const toMs = fromMs + noticedIn(fromMs, monitor, evidence.disturbances);
    const sees = [...blind.values()].filter(
      (spans) => !spans.some((span) => overlap(span, { fromMs, toMs })),
    );
    return sees.length >= monitor.rules.regionsRequired && toMs <= (outage.toMs ?? FOREVER);
  });
}

/** While servers or the database are unavailable, nothing tells runners to recheck sooner, so checks run at the interval. */
function noticedIn(fromMs: number, monitor: MonitorRow, disturbances: readonly Disturbance[]): number {
  const { intervalMs, timeoutMs } = monitor;
  const soonMs = noticedWithinMs(monitor, Math.max(Math.min(intervalMs, RECHECK_MAX_MS), timeoutMs));
  const isDelayed = disturbances.some(
    (each) => each.fault.delays && overlap(each, { fromMs, toMs: fromMs + soonMs }),
  );
  return isDelayed ? noticedWithinMs(monitor, intervalMs) : soonMs;
}

/** Returns when a region may not have seen the outage, couldn't tell, had no time to check, or the target itself was slow. */
function hiddenSpans(
  region: string,
  outage: Outage,
  { id }: MonitorRow,
  { disturbances, stored, slow }: Evidence,
): Span[] {
  const doubts = stored.filter((result) => isDoubt(result, id, region, outage)).map(startOf);
  return [...blindSpans(region, disturbances), ...slow, ...doubts].filter((span) => overlap(span, outage));
}

function isDoubt(result: Generated, monitor: number, region: string, outage: Outage): boolean {
  const doubts = result.outcome === "inconclusive" || result.outcome === "missed";
  const isOwn = result.monitor === monitor && result.region === region;
  return doubts && isOwn && overlap(outage, startOf(result));
}

function startOf({ startedAt }: Generated): Span {
  return { fromMs: Date.parse(startedAt), toMs: Date.parse(startedAt) };
}

/** Regions that confirmed the outage within this time of each other reported down at the same time. */
const TOGETHER_MS = 60_000;

/** Returns whether the stored results confirm the outage in as many regions as an incident requires, whatever was disturbed. */
function isConfirmed(outage: Outage, { id, rules }: MonitorRow, { stored }: Evidence): boolean {
  const confirmed = outage.regions.flatMap((region) => {
    const own = stored.filter((each) => each.monitor === id && each.region === region);
    return confirmedAt(own, outage, rules.consecutiveFailures) ?? [];
  });
  const [first = FOREVER, last = FOREVER] = [0, rules.regionsRequired - 1].map(
    (index) => confirmed.sort((a, b) => a - b)[index],
  );
  return last - first <= TOGETHER_MS;
}

/** Returns when a region's consecutive failures, each a recheck apart, reached the required number; null if they never did. */
function confirmedAt(own: readonly Generated[], outage: Outage, required: number): number | null {
  const during = own
    .map((result) => ({ outcome: result.outcome, atMs: startOf(result).fromMs }))
    .filter(({ atMs }) => overlap(outage, { fromMs: atMs, toMs: atMs }))
    .sort((a, b) => a.atMs - b.atMs);
  let counted: number[] = [];
  for (const { outcome, atMs } of during) {
    if (outcome === "up") counted = [];
    else if (outcome === "down" && atMs - (counted.at(-1) ?? 0) >= RECHECK_MAX_MS) counted.push(atMs);
    if (counted.length >= required) return atMs;
  }
  return null;
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
