import { MAX_PER_PAGE } from "@/lib/contract/core/list";
import type { UpInterval } from "@/lib/domain/checks/availability";
import { present } from "@/lib/shared/assert";
import { JUDGED } from "@/lib/store/checks/judged";
import { pool } from "@/lib/store/core/pool";
import { readPrepared } from "@/lib/store/core/prepared-read";
import { FIRST_INCIDENT, INCIDENT_SPAN } from "@/lib/store/incidents/span";

/** Events of a monitor around a window. Times are epoch milliseconds. */
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
    /** An ongoing incident ends with the window. */
    to: number;
    /** Intervals in which the monitor was observed up. */
    up: UpInterval[];
    recovered: boolean;
  }>;
}

/** Floats are much faster than `extract`'s decimals. They err by less than the half microsecond that is added. */
const MS = (column: string) => `floor(date_part('epoch', ${column}) * 1000 + 0.0005)::bigint`;

/** Returns the condition that a column has an ID of a wanted monitor. */
type Among = (column: string) => string;

const AMONG_IDS: Among = (column) => `${column} = any ($2::bigint[])`;
const AMONG_ALL: Among = () => "$2::bigint[] is null";

/** Monitors that did not exist, or weren't checked, during the whole window. Each part has an index, because most monitors did and were. */
const PARTLY_WATCHED = (among: Among) => `
  select m.id as monitor_id, m.name, ${MS("m.created_at")} as created_at,
    case when m.created_at > $3::timestamptz then ${MS(FIRST_INCIDENT)} end as first_incident_at, checked
  from (
    select id from monitors where project_id = $1 and created_at > $3::timestamptz and ${among("id")}
    union select monitor_id from monitor_states where project_id = $1 and status in ('fetching', 'paused') and ${among("monitor_id")}) few
    join monitors m on m.id = few.id join monitor_states s on s.monitor_id = m.id
    cross join lateral (select ${JUDGED} as checked offset 0) known
  where m.created_at > $3::timestamptz or not checked`;

/** The first incident matters only to a monitor that was created within the window. */
const MONITORS = `
  select m.id as monitor_id, m.name, ${MS("m.created_at")} as created_at,
    case when m.created_at > $3::timestamptz then ${MS(FIRST_INCIDENT)} end as first_incident_at, ${JUDGED} as checked
  from unnest($2::bigint[]) with ordinality as wanted (id, at)
    join monitors m on m.id = wanted.id join monitor_states s on s.monitor_id = m.id
  where m.project_id = $1
  order by wanted.at`;

const INCIDENTS = (among: Among) => `
  select im.monitor_id, i.id, i.impact, i.exclude_from_downtime as excluded, ${MS("span.start")} as "from",
    ${MS("coalesce(span.finish, $4::timestamptz)")} as "to", im.observed_up as up, i.recovery_at is not null as recovered
  from incidents i join incident_monitors im on im.incident_id = i.id ${INCIDENT_SPAN}
  where i.project_id = $1 and im.project_id = $1 and ${among("im.monitor_id")}
    and i.incident_at < $4::timestamptz and (i.recovery_at is null or i.recovery_at >= $3::timestamptz)
  order by i.id desc`;

const PAUSES = (among: Among) => `
  select monitor_id, ${MS("started_at")} as "from", ${MS("ended_at")} as "to"
  from monitor_pauses
  where project_id = $1 and ${among("monitor_id")} and started_at < $4 and (ended_at is null or ended_at > $3)`;

export interface Window {
  readonly from: Date;
  readonly to: Date;
}

type Of<Part> = Part & { monitor_id: number };
type Monitor = Omit<ReportFactsRow, "pauses" | "incidents">;
type Incident = Of<ReportFactsRow["incidents"][number]>;
type Pause = Of<ReportFactsRow["pauses"][number]>;

interface Facts {
  monitors: Monitor[];
  incidents: Incident[];
  pauses: Pause[];
}

/** One array per column: names that aren't repeated in every row halve the time of both sides. */
type Columns = Record<string, unknown[]>;

const COLUMNS = {
  monitors: ["monitor_id", "name", "created_at", "first_incident_at", "checked"],
  incidents: ["monitor_id", "id", "impact", "excluded", "from", "to", "up", "recovered"],
  pauses: ["monitor_id", "from", "to"],
} as const;

/** Returns a statement that reads monitors, their incidents and their pauses. */
function statement(monitors: string, among: Among): string {
  const parts = { monitors, incidents: INCIDENTS(among), pauses: PAUSES(among) };
  const selected = (Object.keys(parts) as (keyof typeof parts)[]).map((part) => {
    const columns = COLUMNS[part].map((name) => `'${name}', coalesce(json_agg("${name}"), '[]')`);
    return `(select json_build_object(${columns.join(", ")}) from (${parts[part]}) part) as ${part}`;
  });
  return `select ${selected.join(", ")}`;
}

const OF_IDS = statement(MONITORS, AMONG_IDS);
const EVENTFUL_OF_IDS = statement(PARTLY_WATCHED(AMONG_IDS), AMONG_IDS);
const EVENTFUL_OF_ALL = statement(PARTLY_WATCHED(AMONG_ALL), AMONG_ALL);

/** Runs a statement. Those of a page of monitors are prepared, because planning takes three times as long as running them. */
async function read(
  text: string,
  projectId: number,
  monitorIds: readonly number[] | null,
  { from, to }: Window,
): Promise<Facts> {
  const values = [projectId, monitorIds, from, to];
  const rows = monitorIds
    ? await readPrepared<Record<keyof Facts, Columns>>(text, values, MAX_PER_PAGE)
    : (await pool().query<Record<keyof Facts, Columns>>(text, values)).rows;
  const { monitors, incidents, pauses } = present(rows[0], "the facts of a report");
  return {
    monitors: rowsOf<Monitor>(monitors),
    incidents: rowsOf<Incident>(incidents),
    pauses: rowsOf<Pause>(pauses),
  };
}

function rowsOf<Row>(columns: Columns): Row[] {
  const named = Object.entries(columns);
  return present(named[0], "a column")[1].map((_, at) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of named) row[name] = values[at];
    return row as Row;
  });
}

/** Returns pauses and incidents per monitor, in the order of the IDs; leaves out other projects. */
export async function reportFacts(
  projectId: number,
  monitorIds: readonly number[],
  window: Window,
): Promise<ReportFactsRow[]> {
  const { monitors, incidents, pauses } = await read(OF_IDS, projectId, monitorIds, window);
  const incidentsOf = byMonitor(incidents);
  const pausesOf = byMonitor(pauses);
  return monitors.map((row) => ({
    ...row,
    incidents: incidentsOf.get(row.monitor_id) ?? [],
    pauses: pausesOf.get(row.monitor_id) ?? [],
  }));
}

/**
 * Returns facts of the monitors that were not up and watched throughout the window, without names, of a whole project or of some
 * monitors. Most monitors aren't among them, which makes this much faster than all facts.
 */
export async function eventfulFacts(
  projectId: number,
  monitorIds: readonly number[] | null,
  window: Window,
): Promise<Omit<ReportFactsRow, "name">[]> {
  const { monitors, incidents, pauses } = await read(
    monitorIds ? EVENTFUL_OF_IDS : EVENTFUL_OF_ALL,
    projectId,
    monitorIds,
    window,
  );
  const partly = new Map(monitors.map((row) => [row.monitor_id, row]));
  const incidentsOf = byMonitor(incidents);
  const pausesOf = byMonitor(pauses);
  const whole = { created_at: window.from.getTime(), first_incident_at: null, checked: true };
  return [...new Set([...partly.keys(), ...incidentsOf.keys(), ...pausesOf.keys()])].map((monitor_id) => {
    const { created_at, first_incident_at, checked } = partly.get(monitor_id) ?? whole;
    return {
      monitor_id,
      created_at,
      first_incident_at,
      checked,
      incidents: incidentsOf.get(monitor_id) ?? [],
      pauses: pausesOf.get(monitor_id) ?? [],
    };
  });
}

function byMonitor<Part>(rows: readonly Of<Part>[]): Map<number, Of<Part>[]> {
  const found = new Map<number, Of<Part>[]>();
  for (const row of rows) {
    const own = found.get(row.monitor_id);
    if (own) own.push(row);
    else found.set(row.monitor_id, [row]);
  }
  return found;
}
