import { type MonitorSums, type ReportFigures, reportFigures } from "@/lib/domain/report";
import { type ReportRow, reportSums } from "@/lib/store/report-sums";

export interface MonitorFigures extends ReportFigures {
  readonly monitorId: number;
  readonly name: string;
  /** Incidents that touch the window, newest first. */
  readonly incidentIds: readonly number[];
}

export interface FiguresOfProject {
  readonly total: ReportFigures;
  readonly minAvailability: number | null;
  readonly maxAvailability: number | null;
  readonly monitors: readonly MonitorFigures[];
}

/**
 * The report of the given monitors from `from` to `to`. The total
 * adds up seconds of all monitors; an incident of several monitors counts once in MTBF.
 */
export async function reportMonitors(
  projectId: number,
  monitorIds: readonly number[],
  from: Date,
  to: Date,
): Promise<FiguresOfProject> {
  const rows = await reportSums(projectId, monitorIds, from, to);
  const windowSeconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
  const monitors = rows.map((row) => ({
    ...reportFigures(toSums(row), windowSeconds),
    monitorId: row.monitor_id,
    name: row.name,
    incidentIds: row.incident_ids,
  }));
  const known = monitors.flatMap((monitor) => monitor.availability ?? []);
  return {
    total: reportFigures(addUp(rows), windowSeconds * rows.length),
    minAvailability: known.length > 0 ? Math.min(...known) : null,
    maxAvailability: known.length > 0 ? Math.max(...known) : null,
    monitors,
  };
}

function toSums(row: ReportRow): MonitorSums {
  return {
    observedSeconds: Math.floor(row.observed_seconds),
    downSeconds: Math.floor(row.down_seconds),
    incidentCount: row.incident_count,
    recoveredCount: row.recovered_count,
    repairSeconds: row.repair_seconds,
    impacts: row.impacts,
  };
}

function addUp(rows: readonly ReportRow[]): MonitorSums {
  const sums = rows.map(toSums);
  const add = (pick: (each: MonitorSums) => number) => sums.reduce((total, each) => total + pick(each), 0);
  return {
    observedSeconds: add((each) => each.observedSeconds),
    downSeconds: add((each) => each.downSeconds),
    incidentCount: new Set(rows.flatMap((row) => row.incident_ids)).size,
    recoveredCount: add((each) => each.recoveredCount),
    repairSeconds: add((each) => each.repairSeconds),
    impacts: sums.flatMap((each) => each.impacts),
  };
}
