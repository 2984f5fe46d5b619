import { streamLive } from "@/lib/services/core/live";
import { RawReply } from "../request";
import { EVENT_STREAM_HEADERS, eventStream } from "../router/event-stream";
import { handlers } from "../router/handler";

export const liveHandlers = handlers({
  streamLive: async ({ caller, query, request }) =>
    new RawReply(
      200,
      EVENT_STREAM_HEADERS,
      await eventStream((signal) => streamLive(caller, query.project_id, signal), request.signal),
    ),
});
