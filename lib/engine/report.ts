import { combinedAvailability, type Watched } from "@/lib/domain/checks/availability";
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
  return totalsOf(partsOf(rows, window), count, window);
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

/** Adds up the monitors' parts. Reads each once, so that those of thousands needn't be kept. The other monitors were up and watched throughout. */
function totalsOf(parts: Iterable<Part>, count: number, window: Span): Totals {
  const sums = { observedSeconds: 0, downSeconds: 0, recoveredCount: 0, repairSeconds: 0 };
  const incidents = new Set<number>();
  const impacts = new Set<string>();
  const down: Span[] = [];
  const shares: (number | null)[] = [];
  for (const part of parts) {
    sums.observedSeconds += part.sums.observedSeconds;
    sums.downSeconds += part.sums.downSeconds;
    sums.recoveredCount += part.sums.recoveredCount;
    sums.repairSeconds += part.sums.repairSeconds;
    for (const id of part.incidentIds) incidents.add(id);
    for (const impact of part.sums.impacts) impacts.add(impact);
    for (const span of part.sums.down) down.push(span);
    shares.push(combinedAvailability([part.sums]));
  }
  const others = Math.max(0, count - shares.length);
  const watched = { createdAt: window.from, firstIncidentAt: null, checked: true, pauses: [] };
  const quiet = monitorSums(watched, [], window);
  if (others > 0) shares.push(combinedAvailability([quiet]));
  sums.observedSeconds += others * quiet.observedSeconds;
  // No spread, because a project may have more monitors than a call allows arguments.
  const known = shares.filter((share) => share !== null);
  return {
    total: reportFigures(
      { ...sums, incidentCount: incidents.size, impacts: [...impacts], down },
      secondsOf(window) * count,
    ),
    minAvailability: known.reduce<number | null>((least, each) => Math.min(least ?? each, each), null),
    maxAvailability: known.reduce<number | null>((most, each) => Math.max(most ?? each, each), null),
    days: downtimeByDay(down, window),
  };
}

function* partsOf(rows: readonly Omit<ReportFactsRow, "name">[], window: Span): Generator<Part> {
  for (const row of rows) yield toPart(row, window);
}

const secondsOf = ({ from, to }: Span) => Math.max(0, Math.round((to - from) / 1000));

/** Returns what a monitor's availability is computed from. */
export function watchedOf(row: Omit<ReportFactsRow, "name">): Watched {
  const { created_at: createdAt, first_incident_at: firstIncidentAt, checked, pauses } = row;
  return { createdAt, firstIncidentAt, checked, pauses };
}

function toPart(row: Omit<ReportFactsRow, "name">, window: Span): Part {
  const { incidents } = row;
  return {
    sums: monitorSums(watchedOf(row), incidents, window),
    incidentIds: incidents.map(({ id }) => id),
  };
}
