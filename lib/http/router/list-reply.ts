import type { ListLinks, ListMeta } from "@/lib/contract/core/list";
import type { Listed, Page } from "@/lib/services/core/page";
import { appUrl } from "@/lib/shared/env";

export interface ListReply {
  data: unknown[];
  meta: ListMeta;
  links: ListLinks;
}

/** Returns the list envelope, with absolute links that keep every filter. */
export function listReply(listed: Listed<unknown>, page: Page, path: string, search: string): ListReply {
  const { limit, offset } = page;
  const current = offset / limit + 1;
  const last = Math.max(1, Math.ceil(listed.total / limit));
  const count = listed.items.length;
  const url = appUrl() + path;
  const filters = new URLSearchParams(search);
  filters.delete("page");
  const link = (target: number): string => {
    const query = new URLSearchParams(filters);
    query.set("page", String(target));
    return `${url}?${query}`;
  };
  return {
    data: listed.items,
    meta: {
      current_page: current,
      from: count === 0 ? null : offset + 1,
      to: count === 0 ? null : offset + count,
      per_page: limit,
      ...(page.withTotal && { total: listed.total }),
      path: url,
    },
    links: {
      first: link(1),
      last: link(last),
      prev: current > 1 ? link(Math.min(current - 1, last)) : null,
      next: current < last ? link(current + 1) : null,
    },
  };
}
