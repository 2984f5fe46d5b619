import { MAX_PER_PAGE } from "@/lib/contract/core/list";
import type { UpInterval } from "@/lib/domain/checks/availability";
import type { DateRange } from "@/lib/domain/core/span";
import { present } from "@/lib/shared/assert";
import { JUDGED } from "@/lib/store/checks/judged";
import { readPrepared } from "@/lib/store/core/connection/statements";
import { FIRST_INCIDENT, INCIDENT_SPAN } from "@/lib/store/incidents/span";
import { AMONG_IDS, type Among } from "./among";
import { type CheckedRow, checkedSums } from "./coverage";

/** Events of a monitor around a range. Times are epoch milliseconds. */
export interface ReportFactsRow {
  monitor_id: number;
  name: string;
  created_at: number;
  /** Start of its first incident, which may be backdated; null without one. */
  first_incident_at: number | null;
  checked: boolean;
  pauses: Array<{ from: number; to: number | null }>;
  /** Newest first. */
  incidents: Array<{
    id: number;
    impact: string;
    excluded: boolean;
    from: number;
    /** An ongoing incident ends with the range. */
    to: number;
    /** Intervals in which the monitor was observed up. */
    up: UpInterval[];
    recovered: boolean;
    /** The incident that it continues. */
    continues: number | null;
  }>;
}

/** Floats are much faster than `extract`'s decimals. They err by less than the half microsecond that is added. */
export const MS = (column: string) => `floor(date_part('epoch', ${column}) * 1000 + 0.0005)::bigint`;

/** The first incident matters only to a monitor that was created within the range. */
const MONITORS = `
  select m.id as monitor_id, m.name, ${MS("m.created_at")} as created_at,
    case when m.created_at > $3::timestamptz then ${MS(FIRST_INCIDENT)} end as first_incident_at, ${JUDGED} as checked
  from unnest($2::bigint[]) with ordinality as wanted (id, at)
    join monitors m on m.id = wanted.id join monitor_states s on s.project_id = $1 and s.monitor_id = m.id
  where m.project_id = $1 and s.project_id = $1
  order by wanted.at`;

const INCIDENTS = `
  select im.monitor_id, i.id, i.impact, i.exclude_from_downtime as excluded, ${MS("span.start")} as "from",
    ${MS("coalesce(span.finish, $4::timestamptz)")} as "to", im.observed_up as up, i.recovery_at is not null as recovered, i.continues_id as continues
  from incidents i join incident_monitors im on im.project_id = $1 and im.incident_id = i.id ${INCIDENT_SPAN}
  where i.project_id = $1 and im.project_id = $1 and ${AMONG_IDS("im.monitor_id")}
    and i.incident_at < $4::timestamptz and (i.recovery_at is null or i.recovery_at >= $3::timestamptz)
  order by i.id desc`;

export const PAUSES = (among: Among) => `
  select monitor_id, ${MS("started_at")} as "from", ${MS("ended_at")} as "to"
  from monitor_pauses
  where project_id = $1 and ${among("monitor_id")} and started_at < $4 and (ended_at is null or ended_at > $3)`;

/** With the monitor that it belongs to. */
export type Of<Part> = Part & { monitor_id: number };
type Monitor = Omit<ReportFactsRow, "pauses" | "incidents">;
type Incident = Of<ReportFactsRow["incidents"][number]>;
type Pause = Of<ReportFactsRow["pauses"][number]>;

/** One array per column: names that aren't repeated in every row halve the time of both sides. */
type Columns = Record<string, unknown[]>;

const PARTS = {
  monitors: [MONITORS, ["monitor_id", "name", "created_at", "first_incident_at", "checked"]],
  incidents: [
    INCIDENTS,
    ["monitor_id", "id", "impact", "excluded", "from", "to", "up", "recovered", "continues"],
  ],
  pauses: [PAUSES(AMONG_IDS), ["monitor_id", "from", "to"]],
} as const;

const CHECKED_COLUMNS = ["monitor_id", "covered_seconds", "p50", "p95", "p99"] as const;

type Parts = Record<string, readonly [text: string, names: readonly string[]]>;

/** Returns a statement that reads each part as one JSON value. */
const readParts = (parts: Parts) =>
  `select ${Object.entries(parts)
    .map(([part, [text, names]]) => {
      const columns = names.map((name) => `'${name}', coalesce(json_agg("${name}"), '[]')`);
      return `(select json_build_object(${columns.join(", ")}) from (${text}) part) as ${part}`;
    })
    .join(", ")}`;

const FACTS = readParts(PARTS);

interface FactsRow extends Record<keyof typeof PARTS, Columns> {
  checked?: Columns;
}

function rowsOf<Row>(columns: Columns): Row[] {
  const named = Object.entries(columns);
  return present(named[0], "a column")[1].map((_, at) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of named) row[name] = values[at];
    return row as Row;
  });
}

async function readFacts(
  text: string,
  projectId: number,
  monitorIds: readonly number[],
  { from, to }: DateRange,
): Promise<FactsRow> {
  const rows = await readPrepared<FactsRow>(text, [projectId, monitorIds, from, to], MAX_PER_PAGE);
  return present(rows[0], "the facts of a report");
}

function factsIn({ monitors, incidents, pauses }: FactsRow): ReportFactsRow[] {
  const incidentsOf = byMonitor(rowsOf<Incident>(incidents));
  const pausesOf = byMonitor(rowsOf<Pause>(pauses));
  return rowsOf<Monitor>(monitors).map((row) => ({
    ...row,
    incidents: incidentsOf.get(row.monitor_id) ?? [],
    pauses: pausesOf.get(row.monitor_id) ?? [],
  }));
}

/**
 * Returns pauses and incidents per monitor, in the order of the IDs; leaves out other projects. Prepared, because planning takes three times
 * as long as reading a page of monitors.
 */
export async function reportFacts(
  projectId: number,
  monitorIds: readonly number[],
  range: DateRange,
): Promise<ReportFactsRow[]> {
  return factsIn(await readFacts(FACTS, projectId, monitorIds, range));
}

/** Like `reportFacts`, with what the checks of each monitor covered, in the same statement. */
export async function reportFactsWithChecks(
  projectId: number,
  monitorIds: readonly number[],
  range: DateRange,
): Promise<(ReportFactsRow & { sums: CheckedRow | null })[]> {
  const text = readParts({ ...PARTS, checked: [checkedSums(range, monitorIds.length), CHECKED_COLUMNS] });
  const row = await readFacts(text, projectId, monitorIds, range);
  const sumsOf = new Map(rowsOf<CheckedRow>(row.checked ?? {}).map((sums) => [sums.monitor_id, sums]));
  return factsIn(row).map((facts) => ({ ...facts, sums: sumsOf.get(facts.monitor_id) ?? null }));
}

export function byMonitor<Part>(rows: readonly Of<Part>[]): Map<number, Of<Part>[]> {
  const found = new Map<number, Of<Part>[]>();
  for (const row of rows) {
    const own = found.get(row.monitor_id);
    if (own) own.push(row);
    else found.set(row.monitor_id, [row]);
  }
  return found;
}
