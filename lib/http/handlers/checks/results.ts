import { handlers } from "@/lib/http/router/handler";
import type { ApiRequest } from "@/lib/http/router/request";
import { listResults } from "@/lib/services/checks/results";
import { appUrl } from "@/lib/shared/env";

export const resultHandlers = handlers({
  listResults: async ({ caller, params, query, request }) => {
    const { items, nextCursor } = await listResults(caller, params.monitorId, query);
    return {
      data: items,
      meta: { per_page: query.per_page, path: addressOf(request), next_cursor: nextCursor },
      links: {
        first: linkTo(request, null),
        last: null,
        prev: null,
        next: nextCursor === null ? null : linkTo(request, nextCursor),
      },
    };
  },
});

function addressOf({ path }: ApiRequest): string {
  return appUrl() + path.replace(/\/$/, "");
}

/** Returns the URL with the same filters at another cursor. */
function linkTo(request: ApiRequest, cursor: string | null): string {
  const query = new URLSearchParams(request.search);
  query.delete("cursor");
  if (cursor !== null) query.set("cursor", cursor);
  return query.size > 0 ? `${addressOf(request)}?${query}` : addressOf(request);
}
