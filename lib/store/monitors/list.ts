import type { MonitorSort } from "@/lib/contract/monitors/monitors";
import type { MonitorState } from "@/lib/contract/monitors/states";
import type { Found, Slice } from "@/lib/store/core/listed";
import { anywhere } from "@/lib/store/core/pattern";
import { pool } from "@/lib/store/core/pool";
import { type MonitorRow, selectMonitorsWith } from "./monitors";
import { FROM_STATES, SHOWN_RANK, showsAs } from "./shown-state";

/** Conditions on monitors. An empty list means all. */
export interface MonitorQuery {
  ids: number[];
  tags: string[];
  statuses: string[];
  states: MonitorState[];
  protocols: string[];
  regions: string[];
  /** IDs of incidents that affect the monitors. */
  incidents: number[];
  search: string;
}

const FILTERS = {
  ids: "m.id = any ($)",
  tags: "m.tags && $",
  protocols: "m.protocol = any ($)",
  regions: "m.regions && $",
  incidents:
    "m.id in (select x.monitor_id from incident_monitors x where x.project_id = $1 and x.incident_id = any ($))",
  statuses: "s.status = any ($) and not m.paused_by_window",
  search: "m.search_text like $",
} as const;

/** A monitor paused by a maintenance window keeps its stored status and shows as paused. */
const OR_PAUSED = "(m.paused_by_window or s.status = any ($))";

const COUNT = "select count(*) from monitors where project_id = $1";
const FROM_BOTH =
  "from monitors m join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id";

/** The orders of the list and those of a report. */
type StoredSort = MonitorSort | "downtime" | "-downtime";

/** Text without regard to case; the ID decides among equal values. */
const ORDERS = {
  id: "m.id",
  state: SHOWN_RANK,
  name: "lower(m.name)",
  response_time: "s.mean_response_time",
  last_checked_at: "s.last_checked_at",
  // Computed from incidents instead of stored; monitors without any are at 100 percent.
  seven_days_availability: "case when partial.monitor is null then 100 else partial.share end",
  // Computed like the availability; monitors without incidents have none.
  downtime: "coalesce(partial.share, 0)",
};

/** Returns the narrowest source of what the conditions and the order read: monitors, their states, or both. */
function sourceOf(query: MonitorQuery, sort: StoredSort): string {
  const isAsked = (name: keyof MonitorQuery) => query[name].length > 0;
  const needsStates =
    isAsked("states") || isAsked("statuses") || /^-?(state|response_time|last_checked_at)$/.test(sort);
  if (!needsStates) return "from monitors m";
  const needsMonitors =
    isAsked("tags") ||
    isAsked("protocols") ||
    isAsked("regions") ||
    isAsked("incidents") ||
    isAsked("search");
  return needsMonitors || sort.endsWith("name") ? FROM_BOTH : FROM_STATES;
}

/** Returns the matching IDs as SQL with values; contains only the requested conditions, so that each can use its index. */
function matching(
  projectId: number,
  { sort = "id", shares = null, ...query }: MonitorQuery & Partial<SortedQuery>,
): { text: string; values: unknown[]; isFiltered: boolean } {
  const values: unknown[] = [projectId];
  const conditions = ["m.project_id = $1"];
  for (const name of Object.keys(FILTERS) as (keyof typeof FILTERS)[]) {
    if (query[name].length === 0) continue;
    const condition = name === "statuses" && query.statuses.includes("paused") ? OR_PAUSED : FILTERS[name];
    values.push(name === "search" ? anywhere(query.search) : query[name]);
    conditions.push(condition.replace(/\$(?!1)/, `$${values.length}`));
  }
  if (query.states.length > 0) conditions.push(showsAs(query.states));
  let from = sourceOf(query, sort);
  if (shares) {
    values.push([...shares.keys()], [...shares.values()]);
    from += ` left join unnest($${values.length - 1}::bigint[], $${values.length}::float8[]) as partial (monitor, share) on partial.monitor = m.id`;
  }
  return { text: `${from} where ${conditions.join(" and ")}`, values, isFiltered: conditions.length > 1 };
}

/** Every monitor has these. Saying where nulls go would keep their index from being read backward. */
const NEVER_NULL = new Set(["id", "name"]);

/** Returns the order of a list. Monitors without the value come last in both directions. */
function orderOf(sort: StoredSort): string {
  const down = sort.startsWith("-");
  const name = (down ? sort.slice(1) : sort) as keyof typeof ORDERS;
  const order = `${ORDERS[name]} ${down ? "desc" : "asc"}${NEVER_NULL.has(name) ? "" : " nulls last"}`;
  return name === "id" ? order : `${order}, m.id desc`;
}

/**
 * A monitor query with an order. `shares` is needed to sort by availability or downtime: that of the monitors that aren't at 100
 * percent or without downtime, over seven days in lists and over its window in a report.
 */
export interface SortedQuery extends MonitorQuery {
  sort: StoredSort;
  shares: ReadonlyMap<number, number | null> | null;
}

/** Returns one page of a project's monitors and the number of matches. */
export async function selectMonitors(
  projectId: number,
  query: SortedQuery,
  { limit, offset }: Slice,
): Promise<Found<MonitorRow>> {
  const { text, values, isFiltered } = matching(projectId, query);
  // A window counts the matches that an order, or the index of a filter, reads anyway. Otherwise the page ends early, and counting apart takes less.
  const readsAll = !/^-?id$/.test(query.sort) || query.search !== "" || query.tags.length > 0;
  const apart = isFiltered ? `select count(*) ${text}` : COUNT;
  const total = isFiltered && readsAll ? "count(*) over ()" : `(${apart})`;
  const page = `select m.id, ${total} as total ${text} order by ${orderOf(query.sort)} limit ${Number(limit)} offset ${Number(offset)}`;
  const { rows } = await pool().query<MonitorRow & { total: number }>(
    `with cut as materialized (select *, row_number() over () as place from (${page}) sorted)
     ${selectMonitorsWith("cut.total")} join cut on cut.id = m.id where m.project_id = $1 order by cut.place`,
    values,
  );
  if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  return { rows, total: (await selectMonitorIds(projectId, query)).length };
}

/** Returns the IDs of all matching monitors, oldest first, for bulk actions on "all N matching". */
export async function selectMonitorIds(projectId: number, query: MonitorQuery): Promise<number[]> {
  const { text, values } = matching(projectId, { ...query, sort: "id", shares: null });
  const { rows } = await pool().query<{ id: number }>(`select m.id ${text} order by m.id`, values);
  return rows.map((row) => row.id);
}

/** Returns one page of the matching IDs, and the number of matches. */
export async function selectMonitorIdPage(
  projectId: number,
  query: SortedQuery,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { text, values } = matching(projectId, query);
  const { rows } = await pool().query<{ ids: number[]; total: number }>(
    `select (select count(*) ${text}) as total,
       array(select m.id ${text} order by ${orderOf(query.sort)} limit ${Number(limit)} offset ${Number(offset)}) as ids`,
    values,
  );
  return rows[0] ?? { ids: [], total: 0 };
}
