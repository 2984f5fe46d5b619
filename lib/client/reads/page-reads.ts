import { THUMBNAIL_COMPONENTS } from "@/lib/contract/status-pages/state-days";
import type { SubscriberFilter, SubscriberState } from "@/lib/contract/status-pages/subscribers";

/** Filters of the list of a page's subscribers. */
export interface SubscriberListFilter extends Pick<SubscriberFilter, "search" | "type"> {
  readonly state?: SubscriberState;
}

/** Reads of the dashboard's status page section, the same on the server and in the browser. */
export const pageReads = {
  list: (page: number) => ({ query: { page, per_page: 12, with_total: "about" as const } }),
  states: (ids: readonly number[]) => ({
    query: { status_page_id: ids.map(String), component_limit: THUMBNAIL_COMPONENTS },
  }),
  one: (statusPageId: number) => ({ params: { statusPageId } }),
  subscribers: (statusPageId: number, page: number, filter: SubscriberListFilter) => ({
    params: { statusPageId },
    query: { page, per_page: 20, ...filter },
  }),
  /** One item per page, so that the last page's number is the count. Lists carry no total. */
  subscriberCount: (statusPageId: number) => ({
    params: { statusPageId },
    query: { page: 1, per_page: 1, state: "confirmed" },
  }),
};
