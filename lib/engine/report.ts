import {
  type Availability,
  availabilityOf,
  observedSpans,
  percentDown,
  type Watched,
} from "@/lib/domain/checks/availability";
import { type DateRange, type Span, spanOf } from "@/lib/domain/core/span";
import {
  DaySums,
  monitorSums,
  type ReportDay,
  type ReportFigures,
  reportDays,
  reportFigures,
} from "@/lib/domain/reports/report";
import { Turns } from "@/lib/shared/turns";
import { type CheckedRow, selectUnseen } from "@/lib/store/reports/coverage";
import { type EventfulMonitor, selectEvents } from "@/lib/store/reports/events";
import { type ReportFactsRow, reportFactsWithChecks } from "@/lib/store/reports/facts";

export interface MonitorFigures extends ReportFigures {
  readonly monitorId: number;
  readonly name: string;
  /** Incidents that overlap the range, newest first. */
  readonly incidentIds: readonly number[];
  /** The share of the range that its checks covered, in percent; null for a range without duration. */
  readonly checkedShare: number | null;
  /** Time that its checks covered; null for a monitor without a state. */
  readonly checks: CheckedRow | null;
}

/** Figures of several monitors together, from the seconds of all of them. An incident of several monitors counts once in MTTR and MTBF. */
export interface Totals {
  readonly total: ReportFigures;
  readonly minAvailability: number | null;
  readonly maxAvailability: number | null;
  readonly days: readonly ReportDay[];
}

/** Returns the reports of the given monitors from `from` to `to`. */
export async function reportMonitors(
  projectId: number,
  monitorIds: readonly number[],
  from: Date,
  to: Date,
): Promise<MonitorFigures[]> {
  const range = spanOf({ from, to });
  const rows = await reportFactsWithChecks(projectId, monitorIds, { from, to });
  return rows.map((row) => {
    const figures = reportFigures(monitorSums(watchedOf(row), row.incidents, range), secondsOf(range));
    // A range without any conclusive result says nothing, unless an incident does.
    const coveredSeconds = row.sums?.covered_seconds ?? 0;
    const coverage = percentDown(Math.floor(coveredSeconds), (range.to - range.from) / 1000);
    const isKnown = figures.downtime > 0 || coveredSeconds > 0;
    return {
      ...figures,
      checkedShare: coverage,
      availability: isKnown ? figures.availability : null,
      monitorId: row.monitor_id,
      name: row.name,
      incidentIds: row.incidents.map(({ id }) => id),
      checks: row.sums,
    };
  });
}

/** Facts about the monitors that were not up and watched throughout a range. */
export interface Parts {
  readonly availabilities: ReadonlyMap<number, Availability>;
  readonly incidents: Awaited<ReturnType<typeof selectEvents>>["incidents"];
}

/** Reads them for the monitors with the IDs, or for a whole project. */
export async function reportParts(
  projectId: number,
  monitorIds: readonly number[] | null,
  dates: DateRange,
): Promise<Parts> {
  const [{ monitors, incidents }, [unseen = NONE]] = await Promise.all([
    selectEvents(projectId, monitorIds, dates),
    selectUnseen(projectId, monitorIds, [dates.from], dates.to),
  ]);
  return { availabilities: await availabilitiesIn(monitors, unseen, spanOf(dates)), incidents };
}

/**
 * Returns the availability of each monitor with events, and of each without any conclusive result: nothing is known of it, unless an
 * incident says so.
 */
async function availabilitiesIn(
  monitors: readonly EventfulMonitor[],
  unseen: ReadonlySet<number>,
  range: Span,
): Promise<Map<number, Availability>> {
  const found = new Map(Array.from(unseen, (id) => [id, NOTHING_KNOWN]));
  const turns = new Turns();
  const throughout = observedSpans(THROUGHOUT, range);
  for (const [at, { monitorId, watched, outages }] of monitors.entries()) {
    if (at % 500 === 0) await turns.pause();
    const own = availabilityOf(watched ? observedSpans(watched, range) : throughout, outages);
    if (own.downSeconds > 0 || !unseen.has(monitorId)) found.set(monitorId, own);
  }
  await turns.pause();
  return found;
}

/** Returns the totals of `count` monitors: of these, and of those that were up and watched throughout. */
export function reportTotals({ availabilities, incidents }: Parts, count: number, dates: DateRange): Totals {
  const range = spanOf(dates);
  const sums = { observedSeconds: 0, downSeconds: 0 };
  const days = new DaySums(range);
  let least: number | null = null;
  let most: number | null = null;
  const add = (part: Availability, times: number) => {
    sums.observedSeconds += part.observedSeconds * times;
    sums.downSeconds += part.downSeconds * times;
    days.add(part, times);
    if (part.percent === null) return;
    least = Math.min(least ?? part.percent, part.percent);
    most = Math.max(most ?? part.percent, part.percent);
  };
  for (const part of availabilities.values()) add(part, 1);
  const others = count - availabilities.size;
  if (others > 0) add(availabilityOf(observedSpans(THROUGHOUT, range), []), others);
  return {
    total: reportFigures({ ...sums, ...incidents }, secondsOf(range) * count),
    minAvailability: least,
    maxAvailability: most,
    days: reportDays(days),
  };
}

/**
 * Returns the availability since each of the times, earliest first, of the monitors with the IDs, or of a whole
 * project. Leaves out monitors that were up and watched throughout, which are at 100 percent.
 */
export async function partialAvailabilities<Times extends readonly [Date, ...Date[]]>(
  projectId: number,
  monitorIds: readonly number[] | null,
  since: Times,
  to: Date,
): Promise<Map<number, { [At in keyof Times]: number | null }>> {
  const [{ monitors }, unseen] = await Promise.all([
    selectEvents(projectId, monitorIds, { from: since[0], to }),
    selectUnseen(projectId, monitorIds, since, to),
  ]);
  const found = await Promise.all(
    since.map((from, at) => availabilitiesIn(monitors, unseen[at] ?? NONE, spanOf({ from, to }))),
  );
  const ids = new Set(found.flatMap((each) => [...each.keys()]));
  const sharesOf = (id: number) =>
    found.map((each) => {
      const own = each.get(id);
      return own ? own.percent : 100;
    }) as { [At in keyof Times]: number | null };
  return new Map(Array.from(ids, (id) => [id, sharesOf(id)]));
}

const NONE: ReadonlySet<number> = new Set();

/** A monitor without any conclusive result and without an incident. */
const NOTHING_KNOWN: Availability = {
  observedSeconds: 0,
  downSeconds: 0,
  percent: null,
  observed: [],
  down: [],
};

/** A monitor that existed, was known, and was not paused throughout any range. */
const THROUGHOUT: Watched = { createdAt: 0, firstIncidentAt: null, checked: true, pauses: [] };

const secondsOf = ({ from, to }: Span) => Math.max(0, Math.round((to - from) / 1000));

/** Returns what a monitor's availability is computed from. */
export function watchedOf(row: ReportFactsRow): Watched {
  const { created_at: createdAt, first_incident_at: firstIncidentAt, checked, pauses } = row;
  return { createdAt, firstIncidentAt, checked, pauses };
}
