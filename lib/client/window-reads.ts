import { pageNumber } from "@/lib/presenters/core/page-number";

/** Names of the page numbers in the address of the maintenance page. */
const COMING = "page";
const PAST = "past";

/** Reads of the maintenance page, the same on the server and in the browser. */
export const windowReads = {
  coming: (page: number) => ({ query: { page, per_page: 20 } }),
  past: (page: number) => ({ query: { state: ["completed", "cancelled"], page, per_page: 20 } }),
  one: (id: number) => ({ params: { maintenanceWindowId: id } }),
  pages: { query: { per_page: 50 } },
};

/** Which pages of both lists an address shows. */
export function windowPages(search: URLSearchParams): { coming: number; past: number } {
  return { coming: pageNumber(search.get(COMING)), past: pageNumber(search.get(PAST)) };
}

/** The address of the maintenance page with these pages; first pages are not named. */
export function windowsAddress({ coming, past }: { coming: number; past: number }): string {
  const search = new URLSearchParams();
  if (coming > 1) search.set(COMING, String(coming));
  if (past > 1) search.set(PAST, String(past));
  return search.size > 0 ? `/maintenance?${search}` : "/maintenance";
}
