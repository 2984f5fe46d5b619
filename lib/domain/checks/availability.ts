import { intersect, lengthMs, type Span, subtract, union } from "@/lib/domain/core/span";

/** When a monitor existed, was checked, and was paused. Times are epoch milliseconds. */
export interface Watched {
  readonly createdAt: number;
  /** Start of the monitor's first incident, which may be back-dated; null without one. */
  readonly firstIncidentAt: number | null;
  /** False before the first check and the first incident: nothing is known. */
  readonly checked: boolean;
  /** Manual pauses and maintenance windows. Open ones have no end. */
  readonly pauses: ReadonlyArray<{ readonly from: number; readonly to: number | null }>;
}

/** A period within an incident during which the monitor was observed up. `to` is null while it continues. Epoch milliseconds. */
export interface UpInterval {
  readonly from: number;
  readonly to: number | null;
}

/** The part of an incident that affected one monitor: from when it failed or joined until it recovered. */
export interface OutageSpan extends Span {
  /** Left out of downtime. */
  readonly excluded: boolean;
  /** Excluded from downtime. Flap damping may delay the end of an incident but must not change the numbers. */
  readonly up: readonly UpInterval[];
}

/** Availability over a period, in whole seconds. */
export interface Availability {
  readonly observedSeconds: number;
  readonly downSeconds: number;
  /** Percentage, rounded down. Null if nothing was observed. */
  readonly percent: number | null;
  readonly observed: readonly Span[];
  /** The observed parts that count as down, sorted and disjoint. */
  readonly down: readonly Span[];
}

/** Truncates to whole seconds, as the API shows dates, so that downtime equals the difference of two displayed dates. */
const cut = (at: number) => Math.floor(at / 1000) * 1000;

/** Returns when the monitor's history begins: at its creation, or at an earlier back-dated first incident. */
export function existsFrom({
  createdAt,
  firstIncidentAt,
}: Pick<Watched, "createdAt" | "firstIncidentAt">): number {
  return Math.min(createdAt, firstIncidentAt ?? createdAt);
}

/** Returns the parts of the range in which the monitor existed and was not paused; none while nothing is known about it. */
export function observedSpans(watched: Watched, range: Span): Span[] {
  const { checked, pauses } = watched;
  if (!checked) return [];
  const whole = { from: Math.max(cut(existsFrom(watched)), cut(range.from)), to: cut(range.to) };
  return subtract(
    whole,
    pauses.map(({ from, to }) => ({ from: cut(from), to: to === null ? whole.to : cut(to) })),
  );
}

/** Returns the observed parts that count as down: the union of incidents, without excluded ones and without pauses. */
function downSpans(observed: readonly Span[], outages: readonly OutageSpan[]): Span[] {
  const counted: Span[] = [];
  for (const outage of outages) if (!outage.excluded) counted.push(...downWithin(outage));
  return intersect(union(counted), observed);
}

/** Returns an incident without the intervals in which the monitor was observed up. */
export function downWithin({ from, to, up }: Span & Pick<OutageSpan, "up">): Span[] {
  const end = cut(to);
  const seenUp = up.map((each) => ({ from: cut(each.from), to: each.to === null ? end : cut(each.to) }));
  return subtract({ from: cut(from), to: end }, seenUp);
}

/**
 * Computes availability for reports, the dashboard, and public pages: 100 × (1 − downtime ÷ observed time). Splitting a
 * range splits its seconds exactly.
 */
export function availabilityOf(observed: readonly Span[], outages: readonly OutageSpan[]): Availability {
  const observedSeconds = lengthMs(observed) / 1000;
  const down = outages.length > 0 ? downSpans(observed, outages) : [];
  const downSeconds = lengthMs(down) / 1000;
  return {
    observedSeconds,
    downSeconds,
    percent: combinedAvailability([{ observedSeconds, downSeconds }]),
    observed,
    down,
  };
}

/**
 * Returns the availability of several monitors together, in reports and on public pages: the share of all their observed seconds
 * without downtime, so that an hour counts the same for a new monitor and an old one.
 */
export function combinedAvailability(
  parts: ReadonlyArray<Pick<Availability, "observedSeconds" | "downSeconds">>,
): number | null {
  const observed = parts.reduce((sum, { observedSeconds }) => sum + observedSeconds, 0);
  return percentDown(observed - parts.reduce((sum, { downSeconds }) => sum + downSeconds, 0), observed);
}

/** Returns `part` as a percentage of `whole`, rounded down to four decimals so that 99.99996 does not become 100. Null if `whole` is 0. */
export function percentDown(part: number, whole: number): number | null {
  return whole > 0 ? Math.floor((part * 1_000_000) / whole) / 10_000 : null;
}

/**
 * Cuts a percentage to two decimals for display, so that 99.995 never shows as 100. Rounding first only removes the error of
 * binary fractions: 64.1 × 100 is 6409.999…, and would show as 64.09.
 */
export function shownPercent(percent: number): number {
  return Math.floor(Math.round(percent * 10_000) / 100) / 100;
}
