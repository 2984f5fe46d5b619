import { silentAfterMs } from "@/lib/domain/checks/silence";
import type { Outage } from "../world/targets";
import { type Evidence, type IncidentRow, type MonitorRow, overlap } from "./evidence";
import { CLOCK_MS } from "./results";
import { countsAt, viewsOf } from "./visibility";

const FOREVER = Number.POSITIVE_INFINITY;

/** What the rules make of an outage: an incident, none for certain, or a fault leaves it open. */
export interface Requirement {
  readonly outage: Outage;
  readonly kind: "incident" | "none" | "excused";
  /** When enough regions had confirmed it, or must have at the latest. Set for incidents. */
  readonly confirmedMs: number;
  /** Set for excused outages. */
  readonly excuse: string;
}

/** Returns what the rules require of every outage, by the checks that ran and those that had to. */
export function requirements(evidence: Evidence): Requirement[] {
  return evidence.outages.flatMap((outage) => {
    const monitor = evidence.monitors[outage.target];
    return monitor ? [requirementOf(outage, monitor, evidence)] : [];
  });
}

function requirementOf(outage: Outage, monitor: MonitorRow, evidence: Evidence): Requirement {
  const { regionsRequired } = monitor.rules;
  const views = viewsOf(outage, monitor, evidence);
  const confirmed = views.flatMap(({ confirmedMs }) => confirmedMs ?? []).sort((a, b) => a - b);
  const confirmedMs = confirmed.find(
    (atMs) => views.filter((view) => countsAt(view, atMs, monitor, evidence)).length >= regionsRequired,
  );
  // Failures that no second region reports wait while the region is gated.
  const reporting = views.filter((view) => view.confirmedMs !== null);
  if (reporting.length === 1 && reporting[0]?.isGated)
    return { outage, kind: "excused", confirmedMs: FOREVER, excuse: "gated region" };
  if (confirmedMs !== undefined) return { outage, kind: "incident", confirmedMs, excuse: "" };
  const excuses = views.flatMap(({ excuse }) => excuse ?? []);
  const isOpen = excuses.length > 0 && confirmed.length + excuses.length >= regionsRequired;
  return { outage, kind: isOpen ? "excused" : "none", confirmedMs: FOREVER, excuse: excuses[0] ?? "" };
}

/** The share of outages of which the judge knows for certain what they had to become. */
export const JUDGED_MIN = 0.6;

/** Returns how many outages were judged, by what they had to become, with the excuses of the others, in words. */
export function judgedShare(evidence: Evidence): { readonly share: number; readonly text: string } {
  const all = requirements(evidence);
  const of = (kind: Requirement["kind"]) => all.filter((each) => each.kind === kind);
  const share = all.length === 0 ? 1 : 1 - of("excused").length / all.length;
  const excuses = new Map<string, number>();
  for (const { excuse } of of("excused")) excuses.set(excuse, (excuses.get(excuse) ?? 0) + 1);
  const reasons = [...excuses].map(([excuse, count]) => `${count} ${excuse}`).join(", ");
  const text =
    `${all.length} outages: ${of("incident").length} had to become incidents, ${of("none").length} had to become none, ` +
    `${of("excused").length} excused${reasons ? ` (${reasons})` : ""}; ${Math.round(share * 100)} % judged`;
  return { share, text };
}

/** Returns whether so few outages could be judged that the storm proves nothing. */
export function tooFewJudged(evidence: Evidence): string[] {
  const { share, text } = judgedShare(evidence);
  return share < JUDGED_MIN ? [text] : [];
}

/** Returns outages that had to become incidents and didn't. */
export function missedOutages(evidence: Evidence): string[] {
  const { monitors, incidents } = evidence;
  return requirements(evidence).flatMap(({ outage, kind }) => {
    const monitor = monitors[outage.target];
    const isKnown = incidents.some((each) => each.monitor === monitor?.id && overlap(each, outage));
    return kind !== "incident" || isKnown || !monitor ? [] : [`${words(outage, monitor)} became no incident`];
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
  const { toMs, isWithdrawn } = incident;
  if (toMs === null || isWithdrawn) return [];
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
