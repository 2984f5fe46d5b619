import {
  availabilityOf,
  type OutageSpan,
  observedSpans,
  percentDown,
  type Watched,
} from "@/lib/domain/checks/availability";
import { intersect, lengthMs, type Span } from "@/lib/domain/core/span";
import { dayNumber, momentOf } from "@/lib/domain/core/zone";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";

/** One hour or day. Its downtime is in seconds. */
export interface Cell {
  readonly at: number;
  readonly availability: number | null;
  readonly downtime: number;
  /** Share of the cell in which checks ran, in percent. */
  readonly coverage: number | null;
}

/** Returns the hours, or the calendar days of a zone, that a range touches. */
export function cellSpans({ from, to }: Span, step: "hour" | "day", zone: string): Span[] {
  const [first, end, start] =
    step === "hour"
      ? [Math.floor(from / HOUR_MS), Math.ceil(to / HOUR_MS), (index: number) => index * HOUR_MS]
      : [
          dayNumber(from, zone),
          dayNumber(to - 1, zone) + 1,
          (index: number) => momentOf(index * DAY_MS, zone),
        ];
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({
    from: start(first + index),
    to: start(first + index + 1),
  }));
}

/** Returns the availability of each cell up to `now`. `covered` are the times with checks, sorted and disjoint. */
export function availabilityCells(
  cells: readonly Span[],
  monitor: { watched: Watched; outages: readonly OutageSpan[]; covered: readonly Span[] },
  now: number,
): Cell[] {
  return cells.map(({ from, to }) => {
    const observed = observedSpans(monitor.watched, { from, to: Math.min(to, now) });
    const { downSeconds, percent } = availabilityOf(observed, monitor.outages);
    const covered = lengthMs(intersect(observed, monitor.covered));
    return {
      at: from,
      // Without a conclusive check nothing is known, unless an incident says so.
      availability: covered > 0 || downSeconds > 0 ? percent : null,
      downtime: downSeconds,
      coverage: percentDown(covered, Math.min(to, now) - from),
    };
  });
}
