import { streamLive } from "@/lib/services/live";
import { EVENT_STREAM_HEADERS, eventStream } from "../event-stream";
import { handlers } from "../handler";
import { RawReply } from "../request";

export const liveHandlers = handlers({
  streamLive: async ({ caller, request }) =>
    new RawReply(
      200,
      EVENT_STREAM_HEADERS,
      await eventStream((signal) => streamLive(caller, signal), request.signal),
    ),
});
