import { createHash, randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { ApiError } from "@/lib/contract/core/errors";
import type { ListLinks, ListMeta } from "@/lib/contract/core/list";
import type { Listed, Page } from "@/lib/services/core/page";
import { appUrl } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { isDiskFull, isTemporaryInDatabase } from "@/lib/store/core/database-errors";
import type { ApiReply, ApiRequest } from "../request";

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const UNAVAILABLE_RETRY_SECONDS = "5";
const DISK_RETRY_SECONDS = "60";

/** Returns the client's request ID if it is valid, otherwise a new one. It appears in the response and in the log. */
export function requestIdOf(request: ApiRequest): string {
  const sent = request.headers("x-request-id");
  return sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID();
}

export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): ApiReply {
  return { status, headers: { "Content-Type": JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

export function emptyReply(headers: Record<string, string> = {}): ApiReply {
  return { status: 204, headers, body: "" };
}

/** Returns the Location of a created record: the list's path plus its ID. */
export function locationOf(path: string, made: unknown): Record<string, string> {
  const id = made !== null && typeof made === "object" && "id" in made ? made.id : null;
  return id === null ? {} : { Location: `${appUrl()}${path.replace(/\/$/, "")}/${String(id)}` };
}

/** Adds an ETag of the body to the reply, or returns 304 when the client already has it. */
export function withEtag(reply: ApiReply, request: ApiRequest): ApiReply {
  if (typeof reply.body !== "string") return reply;
  const etag = `"${createHash("sha1").update(reply.body).digest("base64url")}"`;
  const headers = { ...reply.headers, ETag: etag };
  return matchesEtag(request.headers("if-none-match"), etag)
    ? { status: 304, headers: { ETag: etag }, body: "" }
    : { ...reply, headers };
}

/** Compares the tags of If-None-Match or If-Match weakly, because proxies that compress responses weaken their tags. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((item) => item.trim().replace(/^W\//, "") === etag);
}

/** Returns the 503 for a write that did not fit on the disk. Nothing of it was stored. */
export function diskFull(): ApiError {
  const text =
    "The server's disk is full, so this write was rejected. Free up space, then try again. Once no space is left, notifications also stop, and incidents are no longer recorded.";
  return new ApiError(503, text, null, { "Retry-After": DISK_RETRY_SECONDS });
}
type FailedRequest = Pick<ApiRequest, "method" | "path" | "headers">;

/** Returns the error response for a thrown error: its own text if it is meant for callers, otherwise nothing internal. */
export function errorReply(error: unknown, request: FailedRequest, requestId: string): ApiReply {
  const known = toApiError(error, request, requestId);
  const body = {
    message: known.message,
    ...(known.errors && { errors: known.errors }),
    ...(known.status === 500 && { request_id: requestId }),
  };
  if (!accepts(request, PROBLEM_TYPE)) return jsonReply(known.status, body, known.headers);
  const problem = {
    type: "about:blank",
    title: STATUS_CODES[known.status] ?? "Error",
    status: known.status,
    detail: known.message,
    instance: `urn:request:${requestId}`,
    ...body,
  };
  return jsonReply(known.status, problem, { ...known.headers, "Content-Type": PROBLEM_TYPE });
}

/** Returns whether the request's Accept header names the type, and not to refuse it (RFC 9110 §12.4.2). */
export function accepts(request: Pick<FailedRequest, "headers">, wanted: string): boolean {
  const header = request.headers("accept") ?? "";
  return header.split(",").some((item) => {
    const [type = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    return type === wanted && !parameters.some((text) => /^q=0(?:\.0{0,3})?$/.test(text));
  });
}

function toApiError(error: unknown, request: FailedRequest, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  // A module can be loaded twice in one process (front door and Next), so the name is compared instead of using `instanceof`.
  if (error instanceof Error && error.name === "ApiError" && "status" in error) return error as ApiError;
  const fields = { requestId, method: request.method, path: request.path, error };
  if (isDiskFull(error)) {
    log.error("the database's disk is full", fields);
    return diskFull();
  }
  if (isTemporaryInDatabase(error)) {
    log.warn("database unreachable", fields);
    return new ApiError(503, "The database cannot be reached right now. Please try again.", null, {
      "Retry-After": UNAVAILABLE_RETRY_SECONDS,
    });
  }
  log.error("request failed", fields);
  return new ApiError(500, `Something went wrong. Please report the request ID ${requestId}.`);
}

interface ListReply {
  data: unknown[];
  meta: ListMeta;
  links: ListLinks;
}

/** Returns the list envelope, with absolute links that keep every filter. */
export function listReply(listed: Listed<unknown>, page: Page, path: string, search: string): ListReply {
  const { limit, offset } = page;
  const current = offset / limit + 1;
  const last = Math.max(1, Math.ceil(listed.total / limit));
  const count = listed.items.length;
  const url = appUrl() + path;
  const filters = new URLSearchParams(search);
  filters.delete("page");
  const link = (target: number): string => {
    const query = new URLSearchParams(filters);
    query.set("page", String(target));
    return `${url}?${query}`;
  };
  return {
    data: listed.items,
    meta: {
      current_page: current,
      from: count === 0 ? null : offset + 1,
      to: count === 0 ? null : offset + count,
      per_page: limit,
      ...(page.withTotal && { total: listed.total }),
      path: url,
    },
    links: {
      first: link(1),
      last: link(last),
      prev: current > 1 ? link(Math.min(current - 1, last)) : null,
      next: current < last ? link(current + 1) : null,
    },
  };
}
