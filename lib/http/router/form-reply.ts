import { isOwnOrigin } from "@/lib/http/auth/same-origin";
import { localPath } from "@/lib/presenters/core/local-path";
import { plainHeaders, plainPage } from "@/lib/shared/plain-document";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import type { ApiReply, ApiRequest } from "../request";
import { accepts } from "./respond";

/** Returns whether a browser sent the form itself, because the page's scripts hadn't arrived. */
export function isPageForm(request: ApiRequest): boolean {
  const type = request.headers("content-type") ?? "";
  return request.method === "POST" && /^multipart\/form-data\b/i.test(type) && accepts(request, "text/html");
}

/**
 * Returns the answer to a form that a browser sent itself: the page the form was on, or why the request failed, in words. Any other request
 * gets its reply unchanged.
 */
export function formReply(request: ApiRequest, reply: ApiReply): ApiReply {
  if (!isPageForm(request)) return reply;
  const { "Content-Type": _, ...headers } = reply.headers;
  const page = pageOf(request);
  const back = localPath(page.pathname + page.search);
  const isSignIn = page.pathname === "/sign-in";
  const moved = (Location: string) => ({
    ...reply,
    status: 303,
    headers: { ...headers, Location },
    body: "",
  });
  if (reply.status < 400) return moved(isSignIn ? localPath(page.searchParams.get("next")) : back);
  const json = /json/.test(reply.headers["Content-Type"] ?? "") ? String(reply.body) : "{}";
  const failure = JSON.parse(json) as Failure;
  // A missing code of two-factor sign-in leads to the page that asks for it from the start.
  if (isSignIn && failure.errors?.code && !page.searchParams.has("code"))
    return moved(`${back}${page.search ? "&" : "?"}code=1`);
  const body = errorPage(failure, back);
  return { ...reply, headers: { ...headers, ...plainHeaders(body) }, body };
}

/** Returns the page that the form was on. */
function pageOf(request: ApiRequest): URL {
  const referer = URL.parse(request.headers("referer") ?? "");
  return referer && isOwnOrigin(request, referer.origin) ? referer : new URL("http://localhost/");
}

interface Failure {
  message?: string;
  errors?: Record<string, string[]>;
}

function errorPage({ message = "The request failed.", errors = {} }: Failure, back: string): string {
  const reasons = Object.values(errors).flat();
  const lines = (reasons.length > 0 ? reasons : [message]).map(escapeHtml).join("<br>");
  return plainPage("Not saved", `${lines}</p><p><a href="${escapeHtml(back)}">Back</a>`);
}
