import { isRegion } from "@/lib/contract/core/region-names";
import type { MonitorSort } from "@/lib/contract/monitors/monitors";
import { MONITOR_STATES } from "@/lib/contract/monitors/states";
import { isTag } from "@/lib/contract/monitors/tag-form";
import { pageNumber } from "@/lib/presenters/core/page-number";
import { searchText } from "@/lib/presenters/core/search-text";

/** The filters and the order of the monitors page, as kept in its URL. */
export interface MonitorListFilter {
  search: string;
  status: string[];
  protocol: string[];
  tag: string[];
  region: string[];
  /** IDs of incidents that affect the monitors. */
  incident: string[];
  /** IDs of groups that the monitors are members of. */
  group: string[];
  sort: MonitorSort;
  page: number;
}

const LISTS = ["status", "protocol", "tag", "region", "incident", "group"] as const;

type Source = { get(name: string): string | null };

/** The columns of the list that sort it, each with the order of a first click. */
export const SORT_COLUMNS = {
  state: "state",
  name: "name",
  response_time: "-response_time",
  seven_days_availability: "seven_days_availability",
  last_checked_at: "-last_checked_at",
} as const satisfies Record<string, MonitorSort>;
export type SortColumn = keyof typeof SORT_COLUMNS;

const DEFAULT_SORT = SORT_COLUMNS.state;
const SORTS: readonly string[] = Object.keys(SORT_COLUMNS).flatMap((column) => [column, `-${column}`]);

function values(source: Source, name: string, allowed?: readonly string[]): string[] {
  const given = (source.get(name) ?? "").split(",").filter(Boolean);
  return allowed ? given.filter((value) => allowed.includes(value)) : given;
}

const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** Reads filters from a query and drops invalid values, so that old links never break the page. */
export function readFilter(source: Source, protocols: readonly string[]): MonitorListFilter {
  const sort = source.get("sort") ?? "";
  return {
    search: searchText(source.get("search")),
    status: values(source, "status", MONITOR_STATES),
    protocol: values(source, "protocol", protocols),
    tag: values(source, "tag").filter(isTag),
    region: values(source, "region").filter(isRegion),
    incident: values(source, "incident").filter(isId),
    group: values(source, "group").filter(isId),
    sort: SORTS.includes(sort) ? (sort as MonitorSort) : DEFAULT_SORT,
    page: pageNumber(source.get("page")),
  };
}

/** Returns whether the filter leaves monitors out. */
export function isFiltered({ search, ...lists }: MonitorListFilter): boolean {
  return search !== "" || LISTS.some((name) => lists[name].length > 0);
}

/** Returns the query string of a filter, without default values. */
export function filterSearch(filter: MonitorListFilter): string {
  const search = new URLSearchParams();
  if (filter.search) search.set("search", filter.search);
  for (const name of LISTS) {
    if (filter[name].length > 0) search.set(name, filter[name].join(","));
  }
  if (filter.sort !== DEFAULT_SORT) search.set("sort", filter.sort);
  if (filter.page > 1) search.set("page", String(filter.page));
  const text = search.toString();
  return text ? `?${text}` : "";
}

/** Returns the API's filter, for lists and for changes to all matching monitors. */
export function monitorMatches({
  search,
  status,
  protocol,
  tag,
  region,
  incident,
  group,
}: MonitorListFilter) {
  return {
    ...(search && { search }),
    ...nonEmpty({ state: status, protocol, tag, region, incident_id: incident, group_id: group }),
  };
}

export function monitorListInput(filter: MonitorListFilter) {
  const { page, sort } = filter;
  return { query: { ...monitorMatches(filter), sort, page, per_page: 50, with_total: "about" as const } };
}

function nonEmpty(lists: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0));
}
