import { IMPACTS, type Impact } from "@/lib/contract/incidents/states";
import {
  type Availability,
  availabilityOf,
  combinedAvailability,
  type OutageSpan,
  observedSpans,
  percentDown,
  type Watched,
} from "@/lib/domain/checks/availability";
import type { Span } from "@/lib/domain/core/span";
import { DAY_MS } from "@/lib/shared/durations";
import { outagesOf } from "./outages";

/** An incident that overlaps the range, for one monitor. */
export interface TouchingIncident extends OutageSpan {
  readonly id: number;
  readonly impact: string;
  readonly recovered: boolean;
  /** The incident that it continues. */
  readonly continues: number | null;
}

/** Totals of one monitor in one range. Seconds are whole. */
export interface MonitorSums {
  /** Seconds of the range in which the monitor existed and was not paused. 0 while nothing is known about it. */
  readonly observedSeconds: number;
  /** Seconds of these that are covered by incidents that count as downtime. */
  readonly downSeconds: number;
  readonly incidentCount: number;
  /** Total duration of the recovered incidents that overlap the range, not cut at its edges. */
  readonly repairSeconds: number;
  readonly recoveredCount: number;
  readonly impacts: readonly string[];
}

/** Figures of a report, as in the API. Percentages are never rounded up. */
export interface ReportFigures {
  readonly downtime: number;
  readonly availability: number | null;
  readonly mttr: number | null;
  readonly mtbf: number | null;
  readonly coverage: number;
  readonly incidentCount: number;
  readonly highestImpact: Impact;
}

/** Totals one monitor in one range. An ongoing incident ends with the range. */
export function monitorSums(
  watched: Watched,
  incidents: readonly TouchingIncident[],
  range: Span,
): MonitorSums {
  const observed = observedSpans(watched, range);
  const { observedSeconds, downSeconds } = availabilityOf(observed, incidents);
  const outages = outagesOf(
    incidents.map(({ id, continues, from, to, recovered }) => {
      return { id, continues, from: seconds(from), to: recovered ? seconds(to) : null };
    }),
  );
  return {
    observedSeconds,
    downSeconds,
    incidentCount: outages.count,
    recoveredCount: outages.repairs.length,
    repairSeconds: outages.repairs.reduce((sum, repair) => sum + repair, 0),
    impacts: incidents.map((incident) => incident.impact),
  };
}

/** A UTC day of a report. */
export interface ReportDay {
  readonly at: number;
  readonly downtime: number;
  /** Null if nothing was observed. */
  readonly availability: number | null;
}

/** Returns the downtime and the availability of each UTC day of the range. */
export function reportDays(sums: DaySums): ReportDay[] {
  return sums.days.map((at, index) => {
    const [observed = 0, down = 0] = [sums.observedMs[index], sums.downMs[index]];
    return { at, downtime: down / 1000, availability: percentDown(observed - down, observed) };
  });
}

/** Adds up times of monitors by the UTC days of a range. */
export class DaySums {
  readonly days: readonly number[];
  readonly observedMs: number[];
  readonly downMs: number[];

  constructor(range: Span) {
    const first = Math.floor(range.from / DAY_MS);
    const length = Math.max(0, Math.ceil(range.to / DAY_MS) - first);
    this.days = Array.from({ length }, (_, index) => (first + index) * DAY_MS);
    this.observedMs = this.days.map(() => 0);
    this.downMs = this.days.map(() => 0);
  }

  /** Adds the times of one monitor, or of `times` equal ones. */
  add({ observed, down }: Pick<Availability, "observed" | "down">, times: number): void {
    for (const [sums, spans] of [
      [this.observedMs, observed],
      [this.downMs, down],
    ] as const)
      for (const span of spans) this.#addSpan(sums, span, times);
  }

  #addSpan(sums: number[], { from, to }: Span, times: number): void {
    const [first = 0] = this.days;
    for (let at = Math.floor(from / DAY_MS) * DAY_MS; at < to; at += DAY_MS) {
      const index = (at - first) / DAY_MS;
      sums[index] = (sums[index] ?? 0) + (Math.min(to, at + DAY_MS) - Math.max(from, at)) * times;
    }
  }
}

const seconds = (at: number) => Math.floor(at / 1000);

/**
 * Computes the figures of one range of `rangeSeconds`. For several monitors, `rangeSeconds` is the range times the
 * number of monitors. availability = 100 × (1 − down ÷ observed), mttr = repair ÷ recovered, mtbf = (range − down) ÷
 * incidents, coverage = observed ÷ range.
 */
export function reportFigures(sums: MonitorSums, rangeSeconds: number): ReportFigures {
  const { observedSeconds, downSeconds, incidentCount, recoveredCount } = sums;
  return {
    downtime: downSeconds,
    availability: combinedAvailability([sums]),
    mttr: recoveredCount > 0 ? Math.round(sums.repairSeconds / recoveredCount) : null,
    mtbf: incidentCount > 0 ? Math.floor((rangeSeconds - downSeconds) / incidentCount) : null,
    coverage: percentDown(observedSeconds, rangeSeconds) ?? 0,
    incidentCount,
    highestImpact: highestImpact(sums.impacts),
  };
}

/** Returns the highest impact, or operational without any. */
export function highestImpact(impacts: readonly string[]): Impact {
  return impacts.reduce<Impact>((highest, given) => {
    const impact = IMPACTS.find((known) => known === given) ?? "operational";
    return IMPACTS.indexOf(impact) > IMPACTS.indexOf(highest) ? impact : highest;
  }, "operational");
}
