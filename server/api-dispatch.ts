import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { ApiError } from "@/lib/contract/errors";
import { type ApiReply, dispatch } from "@/lib/http/dispatch";
import { log } from "@/lib/shared/log";

const JSON_BODY_BYTES = 1024 * 1024;
/** Four images of 1 MiB and the fields beside them. */
const FORM_BODY_BYTES = 5 * 1024 * 1024;

/** Reads a body up to its limit: refused by its stated length before a byte is read, else as soon as it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const form = request.headers["content-type"]?.startsWith("multipart/form-data") ?? false;
  const limit = form ? FORM_BODY_BYTES : JSON_BODY_BYTES;
  const tooLarge = () =>
    new ApiError(413, `The body is larger than ${limit} bytes.`, null, { Connection: "close" });
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Hands `/api/**` straight to the endpoint table. `signal` ends event streams when the server drains. */
export async function dispatchApi(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  draining: AbortSignal,
): Promise<void> {
  let signal: AbortSignal | undefined;
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const reply = await dispatch({
    method: request.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    search: mark === -1 ? "" : target.slice(mark),
    headers: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: () => readBody(request),
    remoteAddress: address,
    // Made when something asks for it: a signal a call costs a sixth of the whole call (A1).
    get signal() {
      signal ??= AbortSignal.any([leaving(response), draining]);
      return signal;
    },
  });
  send(request, response, reply, draining);
}

/** Aborts when the client leaves. */
function leaving(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once("close", () => gone.abort());
  return gone.signal;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: ApiReply,
  draining: AbortSignal,
): void {
  if (response.destroyed) return;
  // An unread body would be taken for the next request of this connection.
  if (!request.complete && request.method !== "GET") response.setHeader("Connection", "close");
  if (draining.aborted) response.setHeader("Connection", "close");
  const { body } = reply;
  if (!(body instanceof ReadableStream)) {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    // A 204 has no length; a length of 0 would be one.
    if (reply.status !== 204 && reply.status !== 304) response.setHeader("Content-Length", bytes.length);
    response.writeHead(reply.status, reply.headers);
    response.end(request.method === "HEAD" ? undefined : bytes);
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, Connection: "close" });
  response.flushHeaders();
  const stream = Readable.fromWeb(body as import("node:stream/web").ReadableStream);
  stream.on("error", (error) => {
    log.debug("stream ended", { error: error.message });
    response.destroy();
  });
  response.once("close", () => stream.destroy());
  draining.addEventListener("abort", () => response.end(), { once: true });
  stream.pipe(response);
}
