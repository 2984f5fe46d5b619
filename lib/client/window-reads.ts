import { pageNumber } from "@/lib/presenters/core/page-number";

/** Query parameters for the page numbers of the maintenance page. */
const COMING = "page";
const PAST = "past";

/** Reads of the maintenance page, the same on the server and in the browser. */
export const windowReads = {
  coming: (page: number) => ({ query: { page, per_page: 20, with_total: "true" as const } }),
  past: (page: number) => ({
    query: { state: ["completed", "cancelled"], page, per_page: 20, with_total: "true" as const },
  }),
  one: (id: number) => ({ params: { maintenanceWindowId: id } }),
  pages: { query: { per_page: 50 } },
};

/** Returns which pages of both lists a URL shows. */
export function windowPages(search: URLSearchParams): { coming: number; past: number } {
  return { coming: pageNumber(search.get(COMING)), past: pageNumber(search.get(PAST)) };
}

/** Returns the URL of the maintenance page with these pages. First pages are left out. */
export function windowsAddress({ coming, past }: { coming: number; past: number }): string {
  const search = new URLSearchParams();
  if (coming > 1) search.set(COMING, String(coming));
  if (past > 1) search.set(PAST, String(past));
  return search.size > 0 ? `/maintenance?${search}` : "/maintenance";
}
