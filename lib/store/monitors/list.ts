import type { MonitorSort } from "@/lib/contract/monitors/monitors";
import { MONITOR_STATES, type MonitorState } from "@/lib/contract/monitors/states";
import { bigints, doubles } from "@/lib/store/core/binary-array";
import { read } from "@/lib/store/core/connection/statements";
import type { Found, Slice } from "@/lib/store/core/listed";
import { anywhere } from "@/lib/store/core/pattern";
import { type MonitorRow, selectMonitorsWith } from "./monitors";
import { ONLINE_RANK, UNUSUAL } from "./shown-state";

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
  /** IDs of groups that the monitors are members of. */
  groups: number[];
  search: string;
}

const FILTERS = {
  ids: "m.id = any ($)",
  tags: "m.tags && $",
  protocols: "m.protocol = any ($)",
  regions: "m.regions && $",
  incidents:
    "m.id in (select x.monitor_id from incident_monitors x where x.project_id = $1 and x.incident_id = any ($))",
  groups: `m.id in (select member::bigint from monitors g, jsonb_array_elements(g.request -> 'members') member
    where g.project_id = $1 and g.id = any ($))`,
  search: "m.search_text like $",
} as const;

/** The orders of the list and those of a report. */
type StoredSort = MonitorSort | "downtime" | "-downtime";

/** The order of monitors in the same state, which an index has. */
const BY_NAME = "m.name_order, m.id desc";

/** Text without regard to case; the ID decides among equal values. */
const ORDERS: Record<string, string> = {
  name: "m.name_order",
  response_time: "s.mean_response_time",
  last_checked_at: "s.last_checked_at",
};

/** Orders by a column that has the same value for almost all monitors. Only the `few` others have to be sorted. */
const USUAL: Record<string, number> = {
  state: ONLINE_RANK,
  // Computed from incidents instead of stored; monitors without any are at 100 percent and without downtime.
  seven_days_availability: 100,
  downtime: 0,
};

/** Returns the narrowest source of what the conditions and the order read: monitors, their states, or both, and the source of the `few`. */
function sourcesOf(
  { tags, protocols, regions, search }: MonitorQuery,
  sort: string,
): [all: string, few: string] {
  const readsMonitors = [tags, protocols, regions, search].some(({ length }) => length > 0);
  // The offset keeps the planner from reading all monitors to name a few.
  const few = readsMonitors
    ? "from monitors m join few on few.id = m.id"
    : "from few cross join lateral (select id, project_id, name_order from monitors where project_id = $1 and id = few.id offset 0) m";
  if (!/^-?(response_time|last_checked_at)$/.test(sort)) return ["from monitors m", few];
  return readsMonitors
    ? ["from monitors m join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id", few]
    : ["from monitor_states s cross join lateral (select s.monitor_id as id, s.project_id) m", few];
}

/** Returns the condition that what monitors `m` show as is among values. */
function showsAs(column: "rank" | "status", type: string, withOnline: boolean): string {
  const [is, compares] = withOnline ? ["not in", "<> all"] : ["in", "= any"];
  return `m.id ${is} (select id from unusual where ${column} ${compares} ($::${type}[]))`;
}

interface Matching {
  /** Tables that the conditions and the order name. */
  ctes: string;
  /** The source with the conditions. */
  text: string;
  /** The same for the `few`. */
  few: string;
  values: unknown[];
  isFiltered: boolean;
}

/** Returns the matching IDs as SQL with values; contains only the requested conditions, so that each can use its index. */
function matching(
  projectId: number,
  { sort = "id", shares = null, ...query }: MonitorQuery & Partial<SortedQuery>,
): Matching {
  const values: unknown[] = [projectId];
  const conditions = ["m.project_id = $1"];
  const add = (condition: string, given: unknown) =>
    conditions.push(condition.replace(/\$(?!1)/, `$${values.push(given)}`));
  for (const name of Object.keys(FILTERS) as (keyof typeof FILTERS)[])
    if (query[name].length > 0) add(FILTERS[name], name === "search" ? anywhere(query.search) : query[name]);
  const ranks = query.states.map((state) => MONITOR_STATES.indexOf(state));
  if (ranks.length > 0) add(showsAs("rank", "int", ranks.includes(ONLINE_RANK)), ranks);
  const { statuses } = query;
  if (statuses.length > 0) add(showsAs("status", "text", statuses.includes("online")), statuses);
  const [all, few] = sourcesOf(query, sort);
  const where = ` where ${conditions.join(" and ")}`;
  const ranked = shares
    ? `select * from unnest($${values.push(bigints([...shares.keys()]))}::bigint[], $${values.push(doubles([...shares.values()]))}::float8[]) as named (id, rank)`
    : "select id, rank from unusual";
  return {
    ctes: `unusual as materialized (${UNUSUAL}), few as materialized (${ranked})`,
    text: all + where,
    few: few + where,
    values,
    isFiltered: conditions.length > 1,
  };
}

/** Returns SQL that selects the matching IDs, and a column, in an order. Monitors without the value come last in both directions. */
function ordered(sort: StoredSort, { text, few }: Matching, column = "", last?: number): string {
  const name = sort.replace("-", "");
  const direction = sort.startsWith("-") ? "desc" : "asc";
  if (name === "id") return `select m.id${column} ${text} order by m.id ${direction}`;
  const usual = USUAL[name];
  if (usual === undefined) {
    // Every monitor has a name. Saying where nulls go would keep its index from being read backward.
    const nulls = name === "name" ? "" : " nulls last";
    return `select m.id${column} ${text} order by ${ORDERS[name]} ${direction}${nulls}, m.id desc`;
  }
  const some = (condition: string) =>
    `(select m.id ${few} and (${condition}) order by few.rank ${direction} nulls last, ${BY_NAME})`;
  const [before, after] = direction === "asc" ? ["<", ">"] : [">", "<"];
  // Each part is read only if those before it don't fill the page. No worker can read one earlier, because only the leader reads a CTE.
  return `select m.id${column} from (${some(`few.rank ${before} ${usual}`)}
    union all (select m.id ${text} and m.id not in (select id from few where rank is distinct from ${usual}) order by ${BY_NAME}${last === undefined ? "" : ` limit ${last}`})
    union all ${some(`few.rank ${after} ${usual} or few.rank is null`)}) m`;
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
  { limit, offset, countMax = null }: Slice,
): Promise<Found<MonitorRow>> {
  const found = matching(projectId, query);
  const { ctes, text, values, isFiltered } = found;
  const { sort, search, tags } = query;
  // A window counts the matches that an order, or the index of a filter, reads anyway. Otherwise the page ends early, and counting apart takes less.
  const readsAll =
    sort.replace("-", "") in ORDERS || ((search !== "" || tags.length > 0) && /^-?id$/.test(sort));
  const total =
    isFiltered && readsAll
      ? "count(*) over ()"
      : `(select count(*) from (select ${text.replace("from", "1 from")} limit ${countMax}) counted)`;
  const last = Number(offset) + Number(limit);
  const page = `${ordered(sort, found, `, ${total} as total`, last)} limit ${Number(limit)} offset ${Number(offset)}`;
  const rows = await read<MonitorRow & { total: number }>(
    `with ${ctes}, cut as materialized (select *, row_number() over () as place from (${page}) sorted)
     ${selectMonitorsWith("cut.total")} join cut on cut.id = m.id where m.project_id = $1 order by cut.place`,
    values,
  );
  if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  return { rows, total: (await selectMonitorIds(projectId, query)).length };
}

/** Returns the IDs of all matching monitors, oldest first, for bulk actions on "all N matching". */
export async function selectMonitorIds(projectId: number, query: MonitorQuery): Promise<number[]> {
  const found = matching(projectId, { ...query, sort: "id", shares: null });
  const rows = await read<{ id: number }>(`with ${found.ctes} ${ordered("id", found)}`, found.values);
  return rows.map((row) => row.id);
}

/** Returns one page of the matching IDs, and the number of matches. */
export async function selectMonitorIdPage(
  projectId: number,
  query: SortedQuery,
  { limit, offset }: Slice,
): Promise<{ ids: number[]; total: number }> {
  const found = matching(projectId, query);
  const rows = await read<{ page: number[]; total: number }>(
    `with ${found.ctes}
     select (select count(*) ${found.text}) as total,
       array(${ordered(query.sort, found, "", Number(offset) + Number(limit))} limit ${Number(limit)} offset ${Number(offset)}) as page`,
    found.values,
  );
  return { ids: rows[0]?.page ?? [], total: rows[0]?.total ?? 0 };
}
