import { bodyTooLarge } from "@/lib/contract/core/errors";
import { forwardedPeer } from "@/lib/http/forwarded";
import type { ApiReply, ApiRequest } from "../request";
import { dispatch } from "./dispatch";

const NOBODY = new Set([204, 304]);

/** Handles a request that Next received for `/api/**` with the same `dispatch` as the front door, so that both behave identically. */
export async function serveApi(request: Request): Promise<Response> {
  return toResponse(request, await dispatch(toApiRequest(request)));
}

function toApiRequest(request: Request): ApiRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    search: url.search,
    headers: (name) => request.headers.get(name) ?? undefined,
    body: (limit) => bodyOf(request, limit),
    remoteAddress: forwardedPeer(request.headers).address,
    signal: request.signal,
  };
}

/** Reads a body. Throws 413 above `limit` bytes. */
export async function bodyOf(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw bodyTooLarge(limit);
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length > limit) throw bodyTooLarge(limit);
  return bytes;
}

function toResponse(request: Request, reply: ApiReply): Response {
  const isEmpty = request.method === "HEAD" || NOBODY.has(reply.status);
  const headers = new Headers(reply.headers);
  if (reply.secondCookie !== undefined) headers.append("Set-Cookie", reply.secondCookie);
  return new Response(isEmpty ? null : (reply.body as BodyInit), { status: reply.status, headers });
}
