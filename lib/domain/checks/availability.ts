import { intersect, lengthMs, type Span, subtract, union } from "@/lib/domain/core/span";

/** What is known of when a monitor was watched. Epoch milliseconds. */
export interface Watched {
  readonly createdAt: number;
  /** Start of the monitor's first incident, which may be back-dated; null without one. */
  readonly firstIncidentAt: number | null;
  /** False before the first check: nothing was observed. */
  readonly checked: boolean;
  /** By hand and by windows; open ones have no end. */
  readonly pauses: ReadonlyArray<{ readonly from: number; readonly to: number | null }>;
}

/** A stretch inside an incident in which the monitor was observed up; `to` is null while it lasts. Epoch milliseconds. */
export interface UpInterval {
  readonly from: number;
  readonly to: number | null;
}

/** What an incident did to a monitor: from its start, or from when this monitor joined, until it was over for it. */
export interface OutageSpan extends Span {
  /** Left out of downtime. */
  readonly excluded: boolean;
  /** Damping may delay the end of an incident, never the numbers: these are no downtime. */
  readonly up: readonly UpInterval[];
}

/** Availability of a stretch of time; seconds are whole. */
export interface Availability {
  readonly observedSeconds: number;
  readonly downSeconds: number;
  /** Percent, rounded down; null when nothing was observed. */
  readonly percent: number | null;
}

/** Dates are counted in whole seconds, as the API shows them, so that a downtime is the difference of two shown dates. */
const cut = (at: number) => Math.floor(at / 1000) * 1000;

/** Returns when the monitor's history begins: at its creation, or at a first incident that was back-dated before it. */
export function existsFrom({
  createdAt,
  firstIncidentAt,
}: Pick<Watched, "createdAt" | "firstIncidentAt">): number {
  return Math.min(createdAt, firstIncidentAt ?? createdAt);
}

/** The parts of the window in which the monitor existed, was checked at all and was not paused. */
export function observedSpans(watched: Watched, window: Span): Span[] {
  const { checked, pauses } = watched;
  if (!checked) return [];
  const whole = { from: Math.max(cut(existsFrom(watched)), cut(window.from)), to: cut(window.to) };
  return subtract(
    whole,
    pauses.map(({ from, to }) => ({ from: cut(from), to: to === null ? whole.to : cut(to) })),
  );
}

/** Returns the observed parts that count as down: the union of incidents, without excluded ones and without pauses. */
export function downSpans(observed: readonly Span[], outages: readonly OutageSpan[]): Span[] {
  const counted = outages.filter(({ excluded }) => !excluded);
  return intersect(union(counted.flatMap(downWithin)), observed);
}

/** Returns an incident without the intervals in which the monitor was observed up. */
export function downWithin({ from, to, up }: Span & Pick<OutageSpan, "up">): Span[] {
  const end = cut(to);
  const seenUp = up.map((each) => ({ from: cut(each.from), to: each.to === null ? end : cut(each.to) }));
  return subtract({ from: cut(from), to: end }, seenUp);
}

/**
 * The one rule of availability, for reports, the dashboard and public pages (api.md §3 Reports):
 * 100 × (1 − downtime ÷ observed time). Cutting a window into parts cuts its seconds into the same parts.
 */
export function availabilityOf(observed: readonly Span[], outages: readonly OutageSpan[]): Availability {
  const observedSeconds = lengthMs(observed) / 1000;
  const downSeconds = lengthMs(downSpans(observed, outages)) / 1000;
  return {
    observedSeconds,
    downSeconds,
    percent: percentDown(observedSeconds - downSeconds, observedSeconds),
  };
}

/** Percent of `part` in `whole`, rounded down to four digits: 99.99996 is not 100. Null without a whole. */
export function percentDown(part: number, whole: number): number | null {
  return whole > 0 ? Math.floor((part * 1_000_000) / whole) / 10_000 : null;
}
