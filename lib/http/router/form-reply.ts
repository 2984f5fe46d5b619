import { isOwnOrigin } from "@/lib/http/auth/same-origin";
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
  const back = pageOf(request);
  if (reply.status < 400) return { ...reply, status: 303, headers: { ...headers, Location: back }, body: "" };
  const said = /json/.test(reply.headers["Content-Type"] ?? "") ? String(reply.body) : "{}";
  const body = errorPage(said, back);
  return { ...reply, headers: { ...headers, ...plainHeaders(body) }, body };
}

/** Returns the path of the page that the form was on, or where a sign-in leads. */
function pageOf(request: ApiRequest): string {
  const referer = URL.parse(request.headers("referer") ?? "");
  if (!referer || !isOwnOrigin(request, referer.origin)) return "/";
  const isSignIn = referer.pathname === "/sign-in";
  const path = isSignIn ? (referer.searchParams.get("next") ?? "/") : referer.pathname + referer.search;
  // Two slashes would begin another site's address.
  return /^\/(?![/\\])/.test(path) ? path : "/";
}

function errorPage(json: string, back: string): string {
  const { message = "The request failed.", errors = {} } = JSON.parse(json) as {
    message?: string;
    errors?: Record<string, string[]>;
  };
  const reasons = Object.values(errors).flat();
  const lines = (reasons.length > 0 ? reasons : [message]).map(escapeHtml).join("<br>");
  return plainPage("Not saved", `${lines}</p><p><a href="${escapeHtml(back)}">Back</a>`);
}
