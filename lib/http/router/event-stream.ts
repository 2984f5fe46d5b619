import { log } from "@/lib/shared/log";

/** One server-sent event. `data` is sent as JSON. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

export const EVENT_STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Tells a proxy to forward each event immediately.
  "X-Accel-Buffering": "no",
} as const;

const HEARTBEAT_MS = 15_000;

/**
 * Streams server-sent events (WHATWG HTML §9.2) from an async source, with a comment every 15 s to keep idle
 * connections open. An error thrown by `open` becomes a regular error response. The stream ends when the source ends,
 * the client disconnects, or the request's signal aborts; the source's own signal then aborts.
 */
export async function eventStream(
  open: (signal: AbortSignal) => Promise<AsyncGenerator<StreamEvent>> | AsyncGenerator<StreamEvent>,
  requestSignal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const left = new AbortController();
  const source = await open(AbortSignal.any([requestSignal, left.signal]));
  let heartbeat: NodeJS.Timeout | undefined;
  const leave = () => {
    clearInterval(heartbeat);
    left.abort();
    void source.return(undefined);
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => controller.enqueue(encode(": alive\n\n")), HEARTBEAT_MS);
      heartbeat.unref();
    },
    async pull(controller) {
      try {
        const next = await source.next();
        if (left.signal.aborted) return;
        if (!next.done) return controller.enqueue(encode(frame(next.value)));
      } catch (error) {
        log.warn("event stream failed", { error });
        controller.enqueue(
          encode(frame({ event: "error", data: { message: "The stream failed. Open it again." } })),
        );
      }
      leave();
      controller.close();
    },
    cancel: leave,
  });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function frame({ event, data }: StreamEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
