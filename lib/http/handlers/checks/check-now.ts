import { EVENT_STREAM_HEADERS, eventStream } from "@/lib/http/router/event-stream";
import { handlers } from "@/lib/http/router/handler";
import { type ApiRequest, RawReply } from "@/lib/http/router/request";
import { type CheckEvent, checkMonitor, checkUnsavedMonitor, collect } from "@/lib/services/checks/check-now";

export const checkNowHandlers = handlers({
  checkMonitor: ({ caller, params, request }) =>
    answer(request, (signal) => checkMonitor(caller, params.monitorId, signal)),
  checkUnsavedMonitor: ({ caller, body, request }) =>
    answer(request, (signal) => checkUnsavedMonitor(caller, body, signal)),
});

/** Responds with all results at the end, or streams each phase when the client accepts an event stream. */
async function answer(
  request: ApiRequest,
  start: (signal: AbortSignal) => Promise<AsyncGenerator<CheckEvent>>,
) {
  const wantsStream = request.headers("accept")?.includes("text/event-stream") ?? false;
  if (!wantsStream) return collect(await start(request.signal));
  return new RawReply(200, EVENT_STREAM_HEADERS, await eventStream(start, request.signal));
}
