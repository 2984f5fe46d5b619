import { combinedAvailability } from "@/lib/domain/checks/availability";
import type { Span } from "@/lib/domain/core/span";
import {
  downtimeByDay,
  type MonitorSums,
  monitorSums,
  type ReportFigures,
  reportFigures,
} from "@/lib/domain/reports/report";
import { eventfulFacts, type ReportFactsRow, reportFacts, type Window } from "@/lib/store/reports/facts";

export interface MonitorFigures extends ReportFigures {
  readonly monitorId: number;
  readonly name: string;
  /** Incidents that overlap the window, newest first. */
  readonly incidentIds: readonly number[];
}

/** Figures of several monitors together, from the seconds of all of them. An incident of several monitors counts once in MTBF. */
export interface Totals {
  readonly total: ReportFigures;
  readonly minAvailability: number | null;
  readonly maxAvailability: number | null;
  readonly days: readonly { at: number; downtime: number }[];
}

/** Returns the report of the given monitors from `from` to `to`. */
export async function reportMonitors(
  projectId: number,
  monitorIds: readonly number[],
  from: Date,
  to: Date,
): Promise<Totals & { monitors: readonly MonitorFigures[] }> {
  const window = { from: from.getTime(), to: to.getTime() };
  const rows = await reportFacts(projectId, monitorIds, { from, to });
  const monitors = rows.map((row) => {
    const { sums, incidentIds } = toPart(row, window);
    return {
      ...reportFigures(sums, secondsOf(window)),
      monitorId: row.monitor_id,
      name: row.name,
      incidentIds,
      sums,
    };
  });
  return { ...totalsOf(monitors, rows.length, window), monitors };
}

/**
 * Returns the totals of `count` monitors: of those with the IDs, or of a whole project. The same as `reportMonitors` returns, without
 * reading monitors that were up and watched throughout.
 */
export async function reportTotals(
  projectId: number,
  monitorIds: readonly number[] | null,
  count: number,
  dates: Window,
): Promise<Totals> {
  const window = { from: dates.from.getTime(), to: dates.to.getTime() };
  const rows = await eventfulFacts(projectId, monitorIds, dates);
  return totalsOf(
    rows.map((row) => toPart(row, window)),
    count,
    window,
  );
}

/**
 * Returns the availability since each of the times, the earliest first, of the monitors that were not up and watched throughout:
 * among those with the IDs, or of a whole project. All others are at 100 percent.
 */
export async function partialAvailabilities<Times extends readonly [Date, ...Date[]]>(
  projectId: number,
  monitorIds: readonly number[] | null,
  since: Times,
  to: Date,
): Promise<Map<number, { [At in keyof Times]: number | null }>> {
  const rows = await eventfulFacts(projectId, monitorIds, { from: since[0], to });
  return new Map(
    rows.map((row) => {
      const shares = since.map((from) =>
        combinedAvailability([toPart(row, { from: from.getTime(), to: to.getTime() }).sums]),
      );
      return [row.monitor_id, shares as { [At in keyof Times]: number | null }];
    }),
  );
}

interface Part {
  readonly sums: MonitorSums;
  readonly incidentIds: readonly number[];
}

/** Adds up the monitors' parts. The other monitors were up and watched throughout. */
function totalsOf(parts: readonly Part[], count: number, window: Span): Totals {
  const quiet = monitorSums(
    { createdAt: window.from, firstIncidentAt: null, checked: true, pauses: [] },
    [],
    window,
  );
  const others = Math.max(0, count - parts.length);
  const sums = addUp(parts.map((part) => part.sums));
  const known = parts.flatMap((part) => combinedAvailability([part.sums]) ?? []);
  if (others > 0) known.push(...[combinedAvailability([quiet])].flatMap((share) => share ?? []));
  const total = {
    ...sums,
    observedSeconds: sums.observedSeconds + others * quiet.observedSeconds,
    incidentCount: new Set(parts.flatMap((part) => part.incidentIds)).size,
  };
  return {
    total: reportFigures(total, secondsOf(window) * count),
    // No spread, because a project may have more monitors than a call allows arguments.
    minAvailability: known.reduce<number | null>((least, each) => Math.min(least ?? each, each), null),
    maxAvailability: known.reduce<number | null>((most, each) => Math.max(most ?? each, each), null),
    days: downtimeByDay(
      parts.map((part) => part.sums),
      window,
    ),
  };
}

const secondsOf = ({ from, to }: Span) => Math.max(0, Math.round((to - from) / 1000));

/** Returns what a monitor's availability is computed from. An ongoing incident ends with the window. */
export function toAvailabilityFacts(row: Omit<ReportFactsRow, "name">, window: Span) {
  const { created_at: createdAt, first_incident_at: firstIncidentAt, checked, pauses } = row;
  const incidents = row.incidents.map((incident) => {
    const { id, impact, excluded, from, up, recovered } = incident;
    return { id, impact, excluded, from, to: incident.to ?? window.to, up, recovered };
  });
  return { watched: { createdAt, firstIncidentAt, checked, pauses }, incidents };
}

function toPart(row: Omit<ReportFactsRow, "name">, window: Span): Part {
  const { watched, incidents } = toAvailabilityFacts(row, window);
  return { sums: monitorSums(watched, incidents, window), incidentIds: incidents.map(({ id }) => id) };
}

function addUp(sums: readonly MonitorSums[]): MonitorSums {
  const add = (pick: (each: MonitorSums) => number) => sums.reduce((total, each) => total + pick(each), 0);
  return {
    observedSeconds: add((each) => each.observedSeconds),
    downSeconds: add((each) => each.downSeconds),
    incidentCount: add((each) => each.incidentCount),
    recoveredCount: add((each) => each.recoveredCount),
    repairSeconds: add((each) => each.repairSeconds),
    impacts: sums.flatMap((each) => each.impacts),
    down: [],
  };
}
