import { pageNumber } from "@/lib/presenters/core/page-number";

/** Query parameters of the maintenance page. */
const COMING_PAGE = "page";
const PAST_PAGE = "past";
const MONTH = "month";
/** Current and upcoming windows, soonest first, each recurrence once. */
export const COMING = {
  state: ["scheduled", "in_progress"],
  recurrence: "next" as const,
  sort: "starts_at" as const,
};
const PAST = { state: ["completed", "cancelled"], sort: "-starts_at" as const };
const COUNTED = { with_total: "about" } as const;

/** Content that a URL of the maintenance page shows: pages of both lists, or the calendar while a month is given. */
export interface WindowView {
  coming: number;
  past: number;
  /** `2026-11`; null shows the lists. */
  month: string | null;
  /** Part of a title; empty for any. */
  search: string;
  /** Empty for any. */
  tag: string;
}

/** Returns the filters of a view as query parameters. */
function matching({ search, tag }: WindowView) {
  return {
    ...(search && { search }),
    ...(tag && { tag: [tag] }),
  };
}

/** Reads of the maintenance page, the same on the server and in the browser. */
export const windowReads = {
  coming: (view: WindowView) => ({
    query: { ...COMING, ...matching(view), page: view.coming, per_page: 20, ...COUNTED },
  }),
  past: (view: WindowView) => ({
    query: { ...PAST, ...matching(view), page: view.past, per_page: 20, ...COUNTED },
  }),
  between: ({ from, to }: { from: string; to: string }) => ({
    query: { from, to, sort: "starts_at" as const, per_page: 100, ...COUNTED },
  }),
  one: (id: number) => ({ params: { maintenanceWindowId: id } }),
};

export function windowView(search: URLSearchParams): WindowView {
  return {
    coming: pageNumber(search.get(COMING_PAGE)),
    past: pageNumber(search.get(PAST_PAGE)),
    month: search.get(MONTH),
    search: search.get("search") ?? "",
    tag: search.get("tag") ?? "",
  };
}

/** Returns the URL of the maintenance page with this view, without default values. */
export function windowsAddress({ coming, past, month, search: text, tag }: WindowView): string {
  const search = new URLSearchParams();
  if (text) search.set("search", text);
  if (tag) search.set("tag", tag);
  if (coming > 1) search.set(COMING_PAGE, String(coming));
  if (past > 1) search.set(PAST_PAGE, String(past));
  if (month !== null) search.set(MONTH, month);
  return search.size > 0 ? `/maintenance?${search}` : "/maintenance";
}
