import type { Span } from "@/lib/domain/core/span";
import {
  type MonitorSums,
  monitorSums,
  type ReportFigures,
  reportFigures,
} from "@/lib/domain/reports/report";
import { type ReportFactsRow, reportFacts } from "@/lib/store/reports/facts";

export interface MonitorFigures extends ReportFigures {
  readonly monitorId: number;
  readonly name: string;
  /** Incidents that overlap the window, newest first. */
  readonly incidentIds: readonly number[];
}

export interface FiguresOfProject {
  readonly total: ReportFigures;
  readonly minAvailability: number | null;
  readonly maxAvailability: number | null;
  readonly monitors: readonly MonitorFigures[];
}

/**
 * Returns the report of the given monitors from `from` to `to`. The total adds up the seconds of all monitors; an incident
 * of several monitors counts once in MTBF.
 */
export async function reportMonitors(
  projectId: number,
  monitorIds: readonly number[],
  from: Date,
  to: Date,
): Promise<FiguresOfProject> {
  const window = { from: from.getTime(), to: to.getTime() };
  const rows = await reportFacts(projectId, monitorIds, from, to);
  const windowSeconds = Math.max(0, Math.round((window.to - window.from) / 1000));
  const summed = rows.map((row) => ({ row, sums: toSums(row, window) }));
  const monitors = summed.map(({ row, sums }) => ({
    ...reportFigures(sums, windowSeconds),
    monitorId: row.monitor_id,
    name: row.name,
    incidentIds: row.incidents.map((incident) => incident.id),
  }));
  const known = monitors.flatMap((monitor) => monitor.availability ?? []);
  const incidents = new Set(monitors.flatMap((monitor) => monitor.incidentIds)).size;
  const total = { ...addUp(summed.map(({ sums }) => sums)), incidentCount: incidents };
  return {
    total: reportFigures(total, windowSeconds * rows.length),
    // No spread, because a project may have more monitors than a call allows arguments.
    minAvailability: known.reduce<number | null>((least, each) => Math.min(least ?? each, each), null),
    maxAvailability: known.reduce<number | null>((most, each) => Math.max(most ?? each, each), null),
    monitors,
  };
}

/** Returns what a monitor's availability is computed from. An ongoing incident ends with the window. */
export function toAvailabilityFacts(row: ReportFactsRow, window: Span) {
  const { created_at: createdAt, first_incident_at: firstIncidentAt, checked, pauses } = row;
  const incidents = row.incidents.map((incident) => ({ ...incident, to: incident.to ?? window.to }));
  return { watched: { createdAt, firstIncidentAt, checked, pauses }, incidents };
}

function toSums(row: ReportFactsRow, window: Span): MonitorSums {
  const { watched, incidents } = toAvailabilityFacts(row, window);
  return monitorSums(watched, incidents, window);
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
  };
}
