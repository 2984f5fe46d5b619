import { isTag } from "@/lib/contract/monitors/tag-form";
import { isIdText } from "@/lib/domain/core/id";
import { pageNumber } from "@/lib/presenters/core/page-number";
import { searchText } from "@/lib/presenters/core/search-text";

/** The filters and both page numbers of the incidents page, as kept in its URL. */
export interface IncidentListFilter {
  /** Text in a title, public title, or slug. */
  search: string;
  /** Monitor IDs. */
  monitor: number[];
  tag: string[];
  openPage: number;
  page: number;
}

const MOST_MONITORS = 100;

/** Reads filters from a query and drops invalid values, so that old links never break the page. */
export function readIncidentFilter(source: { get(name: string): string | null }): IncidentListFilter {
  const list = (name: string) => (source.get(name) ?? "").split(",").filter(Boolean);
  return {
    search: searchText(source.get("search")),
    monitor: list("monitor").filter(isIdText).map(Number).slice(0, MOST_MONITORS),
    tag: list("tag").filter(isTag),
    openPage: pageNumber(source.get("open")),
    page: pageNumber(source.get("page")),
  };
}

/** Returns the URL of the incidents page with this filter. */
export function incidentsAddress(filter: IncidentListFilter): string {
  const search = incidentSearch(filter);
  return search ? `/incidents?${search}` : "/incidents";
}

/** Returns the query of a filter, without default values. */
export function incidentSearch({ search: text, monitor, tag, openPage, page }: IncidentListFilter): string {
  const search = new URLSearchParams();
  if (text) search.set("search", text);
  if (monitor.length > 0) search.set("monitor", monitor.join(","));
  if (tag.length > 0) search.set("tag", tag.join(","));
  if (openPage > 1) search.set("open", String(openPage));
  if (page > 1) search.set("page", String(page));
  return search.toString();
}

/** Returns whether the filter leaves incidents out. */
export function isFilteredIncidents({ search, monitor, tag }: IncidentListFilter): boolean {
  return search.length + monitor.length + tag.length > 0;
}
