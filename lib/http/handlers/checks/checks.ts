import { type ApiRequest, RawReply } from "@/lib/http/request";
import { EVENT_STREAM_HEADERS, eventStream, type StreamEvent } from "@/lib/http/router/event-stream";
import { handlers } from "@/lib/http/router/handler";
import { type CheckEvent, checkMonitor, checkUnsavedMonitor, collect } from "@/lib/services/checks/check-now";
import { listResults } from "@/lib/services/checks/results";
import { streamLive } from "@/lib/services/core/live";
import { appUrl } from "@/lib/shared/env";

export const checkHandlers = handlers({
  checkMonitor: ({ caller, params, request }) =>
    answer(request, (signal) => checkMonitor(caller, params.monitorId, signal)),
  checkUnsavedMonitor: ({ caller, body, request }) =>
    answer(request, (signal) => checkUnsavedMonitor(caller, body, signal)),
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
  streamLive: async ({ caller, query, request }) =>
    stream(request, (signal) => streamLive(caller, query.project_id, signal)),
});

/** Responds with all results at the end, or streams each phase when the client accepts an event stream. */
async function answer(
  request: ApiRequest,
  start: (signal: AbortSignal) => Promise<AsyncGenerator<CheckEvent>>,
) {
  const wantsStream = request.headers("accept")?.includes("text/event-stream") ?? false;
  if (!wantsStream) return collect(await start(request.signal));
  return stream(request, start);
}

async function stream(
  request: ApiRequest,
  start: (signal: AbortSignal) => Promise<AsyncGenerator<StreamEvent>>,
): Promise<RawReply> {
  return new RawReply(200, EVENT_STREAM_HEADERS, await eventStream(start, request.signal));
}

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
