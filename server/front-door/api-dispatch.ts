import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { type ApiReply, type ApiRequest, dispatch } from "@/lib/http/router/dispatch";
import { EVENT_STREAM_HEADERS } from "@/lib/http/router/event-stream";
import { log } from "@/lib/shared/log";
import { readBody } from "@/server/request-body";
import { packedBody, packedStream } from "./packed-body";

/** Passes `/api/**` to the endpoint table. `draining` ends event streams when the server drains. */
export async function dispatchApi(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  draining: AbortSignal,
  answer: (request: ApiRequest) => Promise<ApiReply> = dispatch,
): Promise<void> {
  let signal: AbortSignal | undefined;
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const asked: ApiRequest = {
    method: request.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    search: mark === -1 ? "" : target.slice(mark),
    headers: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: (limit) => readBody(request, limit),
    remoteAddress: address,
    // Created on demand, because a signal per call costs a sixth of the whole call.
    get signal() {
      signal ??= AbortSignal.any([leaving(response), draining]);
      return signal;
    },
  };
  await send(request, response, await answer(asked), asked);
}

/** Returns a signal that aborts when the client disconnects. */
function leaving(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once("close", () => gone.abort());
  return gone.signal;
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: ApiReply,
  asked: ApiRequest,
): Promise<void> {
  const { body } = reply;
  if (!(body instanceof ReadableStream)) return sendWhole(request, response, reply, body);
  if (response.destroyed) return;
  dropUnread(request, response);
  const isEvents = reply.headers["Content-Type"] === EVENT_STREAM_HEADERS["Content-Type"];
  const { stream, headers } = packedStream(
    Readable.fromWeb(body as import("node:stream/web").ReadableStream),
    isEvents ? undefined : request.headers["accept-encoding"],
  );
  response.writeHead(reply.status, { ...reply.headers, ...headers, Connection: "close" });
  response.flushHeaders();
  stream.on("error", (error) => {
    log.debug("stream ended", { error: error.message });
    response.destroy();
  });
  response.once("close", () => stream.destroy());
  // A signal per call, because listeners on a shared one would accumulate. A file that ended early would seem whole.
  if (isEvents) asked.signal.addEventListener("abort", () => response.end(), { once: true });
  stream.pipe(response);
}

async function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  reply: ApiReply,
  body: string | Buffer,
): Promise<void> {
  const whole = typeof body === "string" ? Buffer.from(body) : body;
  const accepted = "Content-Encoding" in reply.headers ? undefined : request.headers["accept-encoding"];
  const { bytes, headers } = await packedBody(whole, accepted);
  const { ETag: tag } = reply.headers;
  // A strong tag names the bytes before compression (RFC 9110 §8.8.3).
  if (tag?.startsWith('"') && bytes !== whole) headers.ETag = `W/${tag}`;
  if (response.destroyed) return;
  dropUnread(request, response);
  // A 204 must not have a length; a length of 0 would be one.
  if (reply.status !== 204 && reply.status !== 304) response.setHeader("Content-Length", bytes.length);
  response.writeHead(reply.status, { ...headersOf(reply), ...headers });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** Closes the connection after the response, because an unread body would be parsed as its next request. */
function dropUnread(request: IncomingMessage, response: ServerResponse): void {
  if (!request.complete && request.method !== "GET") response.setHeader("Connection", "close");
}

function headersOf({ headers, secondCookie }: ApiReply): OutgoingHttpHeaders {
  const { "Set-Cookie": first } = headers;
  if (first === undefined || secondCookie === undefined) return headers;
  return { ...headers, "Set-Cookie": [first, secondCookie] };
}
