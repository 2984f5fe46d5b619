import { MONITOR_STATUSES } from "./words";

/** The filters of the monitors page, as kept in its URL. */
export interface MonitorListFilter {
  search: string;
  status: string[];
  protocol: string[];
  tag: string[];
  region: string[];
  page: number;
}

type Source = { get(name: string): string | null };

function values(source: Source, name: string, allowed?: readonly string[]): string[] {
  const given = (source.get(name) ?? "").split(",").filter(Boolean);
  return allowed ? given.filter((value) => allowed.includes(value)) : given;
}

/** Reads filters from a query and drops invalid values, so that old links never break the page. */
export function readFilter(source: Source, protocols: readonly string[]): MonitorListFilter {
  const page = Number(source.get("page") ?? "1");
  return {
    search: (source.get("search") ?? "").slice(0, 250),
    status: values(source, "status", MONITOR_STATUSES),
    protocol: values(source, "protocol", protocols),
    tag: values(source, "tag"),
    region: values(source, "region"),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Returns the query string of a filter, without default values. */
export function filterSearch(filter: MonitorListFilter): string {
  const search = new URLSearchParams();
  if (filter.search) search.set("search", filter.search);
  for (const name of ["status", "protocol", "tag", "region"] as const) {
    if (filter[name].length > 0) search.set(name, filter[name].join(","));
  }
  if (filter.page > 1) search.set("page", String(filter.page));
  const text = search.toString();
  return text ? `?${text}` : "";
}

/** Returns the input to read one page of monitors. */
export function monitorListInput(filter: MonitorListFilter) {
  const { page, search, ...lists } = filter;
  return { query: { ...(search && { search }), ...nonEmpty(lists), page, per_page: 50 } };
}

function nonEmpty(lists: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0));
}
