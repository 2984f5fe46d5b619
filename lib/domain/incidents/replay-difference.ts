import { downWithin } from "@/lib/domain/checks/availability";
import { intersect, lengthMs, type Span, subtract, union } from "@/lib/domain/core/span";
import { clockTime, consecutive, count } from "@/lib/domain/core/wording";
import type { ReplayedIncident } from "./replay";
import type { ReplaySettings } from "./replay-facts";

/** An incident that only one of the two settings produces, with the reason. */
export interface OneSided extends ReplayedIncident {
  readonly why: string;
}

/** The same incident with different times under the two settings. Differences are in seconds; negative is earlier. */
export interface Shifted {
  readonly present: ReplayedIncident;
  readonly other: ReplayedIncident;
  readonly alertShift: number;
  readonly startShift: number;
  /** Null if one of them has not recovered. */
  readonly endShift: number | null;
  readonly why: string;
}

export interface ReplayDifference {
  /** Incidents that only the other settings produce. */
  readonly gained: readonly OneSided[];
  readonly lost: readonly OneSided[];
  readonly changed: readonly Shifted[];
  /** Incidents that both settings produce, including changed ones. */
  readonly kept: number;
}

type Pair = readonly [present: ReplayedIncident, other: ReplayedIncident];

/** Compares two replays. Incidents that overlap in time are the same one; each incident is paired at most once. */
export function compareReplays(
  present: readonly ReplayedIncident[],
  other: readonly ReplayedIncident[],
  settings: ReplaySettings,
): ReplayDifference {
  const pairs = pairUp(present, other);
  const paired = new Set(pairs.flat());
  const alone = (from: readonly ReplayedIncident[]) => from.filter((each) => !paired.has(each));
  return {
    gained: alone(other).map((each) => ({ ...each, why: whyGained(each, present) })),
    lost: alone(present).map((each) => ({ ...each, why: whyLost(each, other, settings) })),
    changed: pairs.flatMap(shiftOf),
    kept: pairs.length,
  };
}

/** Expects both lists in chronological order, without overlaps within a list. */
function pairUp(present: readonly ReplayedIncident[], other: readonly ReplayedIncident[]): Pair[] {
  const pairs: Pair[] = [];
  let at = 0;
  for (const each of present) {
    while (at < other.length && endOf(other[at]) < each.at) at += 1;
    const candidate = other[at];
    if (!candidate || !overlap(each, candidate)) continue;
    pairs.push([each, candidate]);
    at += 1;
  }
  return pairs;
}

function endOf(incident: ReplayedIncident | undefined): number {
  return incident?.recoveredAt ?? Number.POSITIVE_INFINITY;
}

function overlap(a: ReplayedIncident, b: ReplayedIncident): boolean {
  return a.at <= endOf(b) && b.at <= endOf(a);
}

function whyGained(incident: ReplayedIncident, present: readonly ReplayedIncident[]): string {
  const around = present.find((each) => overlap(each, incident));
  if (around)
    return `Separate from the outage that began at ${clockTime(around.at)} UTC, which continued: ${incident.reason}`;
  return incident.reason;
}

function whyLost(
  incident: ReplayedIncident,
  other: readonly ReplayedIncident[],
  settings: ReplaySettings,
): string {
  const around = other.find((each) => overlap(each, incident));
  if (around)
    return `Part of the outage that began at ${clockTime(around.at)} UTC, which would have continued`;
  const regions = count(settings.regionsRequired, "region");
  return `The outage ended before ${regions} had failed ${consecutive(settings.consecutiveFailures)}. With the current settings: ${incident.reason}`;
}

function shiftOf([present, other]: Pair): Shifted[] {
  const [alertShift, startShift] = [
    seconds(other.alertedAt - present.alertedAt),
    seconds(other.at - present.at),
  ];
  const bothOver = present.recoveredAt !== null && other.recoveredAt !== null;
  const endShift = bothOver ? seconds((other.recoveredAt ?? 0) - (present.recoveredAt ?? 0)) : null;
  const isOverOnce = (present.recoveredAt === null) !== (other.recoveredAt === null);
  if (alertShift === 0 && startShift === 0 && (endShift ?? 0) === 0 && !isOverOnce) return [];
  return [{ present, other, alertShift, startShift, endShift, why: other.reason }];
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

/** Returns the downtime within the range as reports count it, without paused time. Whole seconds, never rounded up. */
export function downtimeOf(
  incidents: readonly ReplayedIncident[],
  range: Span,
  pauses: readonly Span[],
): number {
  const spans = union(
    incidents.flatMap(({ at, recoveredAt, up }) => downWithin({ from: at, to: recoveredAt ?? range.to, up })),
  );
  return Math.floor(lengthMs(intersect(spans, subtract(range, pauses))) / 1000);
}
