import { answerPage } from "@/lib/status-page/serve/answer";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import type { PageAnswer } from "@/lib/status-page/serve/page-request";

const FORM_CHARS = 32 * 1024;

interface PageContext {
  readonly params: Promise<{ subdomain: string; path?: string[] }>;
}

/**
 * Serves public pages as a Next route, with the same bytes as the front door before compression (Next drops the encoding of a
 * handler). Only used by `next dev` without the front door, where the client's address is unknown.
 */
export async function servePage(request: Request, context: PageContext): Promise<Response> {
  const { subdomain, path = [] } = await context.params;
  const entry = await pageCache().find("subdomain", subdomain.toLowerCase());
  if (!entry) return new Response("Not found\n", { status: 404 });
  const answer = await answerPage(entry, {
    method: request.method,
    path: path.join("/"),
    search: new URL(request.url).searchParams,
    mount: "app",
    address: "127.0.0.1",
    secure: false,
    cookies: request.headers.get("cookie") ?? undefined,
    wantsHtml: request.headers.get("accept")?.includes("text/html") ?? false,
    form: async () => new URLSearchParams((await request.text()).slice(0, FORM_CHARS)),
  });
  return toResponse(answer);
}

function toResponse(answer: PageAnswer): Response {
  if (answer.kind === "refused")
    return new Response(null, { status: answer.status, headers: answer.headers });
  if (answer.kind === "redirect") {
    const headers = new Headers({ Location: answer.location, "Cache-Control": "no-store" });
    for (const cookie of answer.cookies) headers.append("Set-Cookie", cookie);
    return new Response(null, { status: 303, headers });
  }
  const { snapshot, status, open } = answer;
  const headers = new Headers({
    ...snapshot.headers,
    "Content-Type": snapshot.contentType,
    ETag: snapshot.etag,
  });
  if (!open) headers.set("Cache-Control", "no-store");
  return new Response(new Uint8Array(snapshot.identity), { status, headers });
}
