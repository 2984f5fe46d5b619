import { ApiError } from "@/lib/contract/core/errors";
import { forwardedPeer } from "@/lib/http/forwarded";
import { plainPage } from "@/lib/shared/plain-document";
import { replyAtPath, type Visit } from "@/lib/status-page/answer/reply";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import { documentReply, type PageReply } from "@/lib/status-page/serve/page-reply";
import { bodyOf } from "./router/serve";

/** Handles a request that Next received for `/status/**` with the same `replyAtPath` as the front door, so that both behave identically. */
export async function serveStatusPage(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const visit: Visit = {
    ...forwardedPeer(request.headers),
    method: request.method,
    path: url.pathname,
    search: url.search,
    header: (name) => request.headers.get(name) ?? undefined,
    body: (limit) => bodyOf(request, limit),
  };
  await pageCache().start();
  return toResponse(await replyAtPath(pageCache(), visit).catch((error: unknown) => rejected(visit, error)));
}

function rejected(visit: Visit, error: unknown): PageReply {
  if (!(error instanceof ApiError)) throw error;
  return documentReply(visit, error.status, plainPage("Request rejected", error.message), error.headers);
}

function toResponse({ status, headers, body }: PageReply): Response {
  const all = new Headers();
  for (let at = 0; at < headers.length; at += 2) all.append(headers[at] ?? "", headers[at + 1] ?? "");
  return new Response(body as BodyInit | null, { status, headers: all });
}
