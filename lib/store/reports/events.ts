import { MAX_PER_PAGE } from "@/lib/contract/core/list";
import { IMPACTS } from "@/lib/contract/incidents/states";
import type { OutageSpan, UpInterval, Watched } from "@/lib/domain/checks/availability";
import type { DateRange } from "@/lib/domain/core/span";
import { type OutagePart, outagesOf } from "@/lib/domain/reports/outages";
import { present } from "@/lib/shared/assert";
import { Turns } from "@/lib/shared/turns";
import { JUDGED } from "@/lib/store/checks/judged";
import { read, readPrepared } from "@/lib/store/core/connection/statements";
import { FIRST_INCIDENT, INCIDENT_SPAN } from "@/lib/store/incidents/span";
import { AMONG_ALL, AMONG_IDS, type Among } from "./among";
import { byMonitor, MS, type Of, PAUSES } from "./facts";

/** A monitor that was not up and watched throughout a range. */
export interface EventfulMonitor {
  readonly monitorId: number;
  /** Null if it existed, was known, and was not paused throughout. */
  readonly watched: Watched | null;
  readonly outages: readonly OutageSpan[];
}

/** Events of a project's monitors in a range. */
export interface Events {
  readonly monitors: readonly EventfulMonitor[];
  /** Each incident counts once, however many monitors it has. */
  readonly incidents: {
    readonly incidentCount: number;
    readonly recoveredCount: number;
    /** Total duration of the recovered ones. */
    readonly repairSeconds: number;
    /** The highest one. */
    readonly impacts: readonly string[];
  };
}

/** Monitors that did not exist, or weren't checked, during the whole range. Each part has an index, because most monitors did and were. */
const PARTLY_WATCHED = (among: Among) => `
  select m.id as monitor_id, ${MS("m.created_at")} as created_at,
    case when m.created_at > $3::timestamptz then ${MS(FIRST_INCIDENT)} end as first_incident_at, checked
  from (
    select id from monitors where project_id = $1 and created_at > $3::timestamptz and ${among("id")}
    union select monitor_id from monitor_states where project_id = $1 and status in ('fetching', 'paused') and ${among("monitor_id")}) few
    join monitors m on m.project_id = $1 and m.id = few.id join monitor_states s on s.project_id = $1 and s.monitor_id = m.id
    cross join lateral (select ${JUDGED} as checked offset 0) known
  where m.created_at > $3::timestamptz or not checked`;

const SECONDS = (column: string) => `floor(date_part('epoch', ${column}))::bigint`;
const COLUMN = (value: string) => `coalesce(json_agg(${value}) filter (where not special), '[]')`;

/** Part of an incident that its monitors share, perhaps; null of others, whose monitors were affected from beginning to end. */
const PART = `case when is_shared then (
  select json_build_array(${SECONDS("span.start")}, ${SECONDS("span.finish")})
  from (select touching.type, touching.incident_at, touching.recovery_at, touching.project_id, touching.id, null::timestamptz as withdrawn_at) i
    cross join (select touching.monitor_id, touching.failing_since, touching.recovered_at) im ${INCIDENT_SPAN}) end`;

/**
 * Incidents, one array per column. Almost all of them affected their monitors from beginning to end, and count; only the others, the special
 * ones, say how. `offset 0` decides that once per row.
 */
const INCIDENTS = (among: Among) => `
  select ${COLUMN("monitor_id")} as monitor_ids, ${COLUMN("id")} as ids, ${COLUMN(SECONDS("incident_at"))} as starts,
    ${COLUMN(SECONDS("recovery_at"))} as ends, ${COLUMN("continues")} as continued, ($5::text[])[max(array_position($5::text[], impact))] as impact,
    coalesce(json_agg(json_build_array(monitor_id, id, ${SECONDS("incident_at")}, ${SECONDS("recovery_at")}, excluded, up, is_over, ${PART}, continues))
      filter (where special), '[]') as special
  from (
    select *, excluded or is_over or is_shared or up <> '[]' as special
    from (
      select im.monitor_id, im.failing_since, im.recovered_at, im.observed_up as up, i.project_id, i.id, i.type, i.impact, i.incident_at,
        i.recovery_at, i.exclude_from_downtime as excluded, i.continues_id as continues, i.recovery_at is not distinct from $3::timestamptz as is_over,
        i.type = 'monitor' and (coalesce(im.failing_since > i.incident_at, false)
          or coalesce(im.recovered_at < coalesce(i.recovery_at, 'infinity'), false)) as is_shared
      from incidents i join incident_monitors im on im.project_id = $1 and im.incident_id = i.id
      where i.project_id = $1 and im.project_id = $1 and ${among("im.monitor_id")} and i.withdrawn_at is null
        and i.incident_at < $4::timestamptz and (i.recovery_at is null or i.recovery_at >= $3::timestamptz)
      offset 0) found
    offset 0) touching`;

type Special = readonly [
  monitorId: number,
  id: number,
  start: number,
  end: number | null,
  excluded: boolean,
  up: readonly UpInterval[],
  /** Recovered as the range began. */
  isOver: boolean,
  part: readonly [start: number, end: number | null] | null,
  /** The incident that it continues. */
  continues: number | null,
];

/** Times of incidents are Unix seconds, others epoch milliseconds. */
interface Row {
  readonly monitors: readonly Of<{
    created_at: number;
    first_incident_at: number | null;
    checked: boolean;
  }>[];
  readonly pauses: readonly Of<{ from: number; to: number | null }>[];
  readonly monitor_ids: readonly number[];
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly (number | null)[];
  /** The incidents that they continue. */
  readonly continued: readonly (number | null)[];
  readonly impact: string | null;
  readonly special: readonly Special[];
}

const statement = (among: Among) => `
  select incidents.*, watched.monitors, paused.pauses from (${INCIDENTS(among)}) incidents
    cross join (select coalesce(json_agg(each), '[]') as monitors from (${PARTLY_WATCHED(among)}) each) watched
    cross join (select coalesce(json_agg(each), '[]') as pauses from (${PAUSES(among)}) each) paused`;

const OF_IDS = statement(AMONG_IDS);
const OF_ALL = statement(AMONG_ALL);

/**
 * Returns what happened in the range to some monitors, or to all of a project. Most monitors were up and watched throughout and aren't
 * among the results, which makes this much faster than all facts.
 */
export async function selectEvents(
  projectId: number,
  monitorIds: readonly number[] | null,
  { from, to }: DateRange,
): Promise<Events> {
  const values = [projectId, monitorIds, from, to, IMPACTS];
  const turns = new Turns();
  const rows = monitorIds
    ? await readPrepared<Row>(OF_IDS, values, MAX_PER_PAGE)
    : await read<Row>(OF_ALL, values);
  const row = present(rows[0], "what happened in a range");
  await turns.pause();
  const outages = downtimesOf(row, to.getTime());
  await turns.pause();
  const watched = watchedOf(row, from.getTime());
  const incidents = incidentsOf(row);
  await turns.pause();
  const ids = new Set([...outages.keys(), ...watched.keys()]);
  return {
    monitors: Array.from(ids, (monitorId) => ({
      monitorId,
      watched: watched.get(monitorId) ?? null,
      outages: outages.get(monitorId) ?? [],
    })),
    incidents,
  };
}

const NEVER_UP: readonly UpInterval[] = [];

/** Returns the outages of each monitor. An ongoing incident ends with the range. */
function downtimesOf(
  { monitor_ids, starts, ends, special }: Row,
  rangeEnd: number,
): Map<number, OutageSpan[]> {
  const found = new Map<number, OutageSpan[]>();
  const add = (
    monitorId: number,
    from: number,
    to: number | null,
    excluded: boolean,
    up: readonly UpInterval[],
  ) => {
    const outage = { from: from * 1000, to: to === null ? rangeEnd : to * 1000, excluded, up };
    const own = found.get(monitorId);
    if (own) own.push(outage);
    else found.set(monitorId, [outage]);
  };
  monitor_ids.forEach((id, at) => {
    add(id, starts[at] ?? 0, ends[at] ?? null, false, NEVER_UP);
  });
  for (const [monitorId, , start, end, excluded, up, , part] of special) {
    const [from, to] = part ?? [start, end];
    add(monitorId, from, to, excluded, up);
  }
  return found;
}

/** Returns the monitors that were not watched throughout. */
function watchedOf({ monitors, pauses }: Row, createdAt: number): Map<number, Watched> {
  const found = new Map<number, Watched>();
  const pausesOf = byMonitor(pauses);
  for (const [id, own] of pausesOf)
    found.set(id, { createdAt, firstIncidentAt: null, checked: true, pauses: own });
  for (const { monitor_id, created_at, first_incident_at, checked } of monitors) {
    const own = pausesOf.get(monitor_id) ?? [];
    found.set(monitor_id, {
      createdAt: created_at,
      firstIncidentAt: first_incident_at,
      checked,
      pauses: own,
    });
  }
  return found;
}

function incidentsOf({ ids, starts, ends, continued, impact, special }: Row): Events["incidents"] {
  const parts = new Map<number, OutagePart>();
  const add = (id: number, from: number, to: number | null, continues: number | null) =>
    parts.set(id, { id, from, to, continues });
  ids.forEach((id, at) => {
    add(id, starts[at] ?? 0, ends[at] ?? null, continued[at] ?? null);
  });
  for (const [, id, start, end, , , isOver, , continues] of special)
    add(id, start, isOver ? null : end, continues);
  const { count, repairs } = outagesOf([...parts.values()]);
  return {
    incidentCount: count,
    recoveredCount: repairs.length,
    repairSeconds: repairs.reduce((sum, seconds) => sum + seconds, 0),
    impacts: impact === null ? [] : [impact],
  };
}
