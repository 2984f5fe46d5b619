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
const COUNTED = { with_total: "true" } as const;

/** What a URL of the maintenance page shows: pages of both lists, or the calendar while a month is given. */
export interface WindowView {
  coming: number;
  past: number;
  /** `2026-11`; null shows the lists. */
  month: string | null;
}

/** Reads of the maintenance page, the same on the server and in the browser. */
export const windowReads = {
  coming: (page: number) => ({ query: { ...COMING, page, per_page: 20, ...COUNTED } }),
  past: (page: number) => ({
    query: { state: ["completed", "cancelled"], sort: "-starts_at" as const, page, per_page: 20, ...COUNTED },
  }),
  between: ({ from, to }: { from: string; to: string }) => ({
    query: { from, to, sort: "starts_at" as const, per_page: 100, ...COUNTED },
  }),
  one: (id: number) => ({ params: { maintenanceWindowId: id } }),
  pages: { query: { per_page: 100 } },
};

export function windowView(search: URLSearchParams): WindowView {
  return {
    coming: pageNumber(search.get(COMING_PAGE)),
    past: pageNumber(search.get(PAST_PAGE)),
    month: search.get(MONTH),
  };
}

/** Returns the URL of the maintenance page with this view, without default values. */
export function windowsAddress({ coming, past, month }: WindowView): string {
  const search = new URLSearchParams();
  if (coming > 1) search.set(COMING_PAGE, String(coming));
  if (past > 1) search.set(PAST_PAGE, String(past));
  if (month !== null) search.set(MONTH, month);
  return search.size > 0 ? `/maintenance?${search}` : "/maintenance";
}
