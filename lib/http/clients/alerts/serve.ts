import * as z from "zod";
import { ApiError, routeNotFound } from "@/lib/contract/core/errors";
import { parseJsonBody, REPORT_VALUES_MAX } from "@/lib/contract/core/json-text";
import type { Alert } from "@/lib/domain/checks/alerts";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { jsonReply } from "@/lib/http/router/respond";
import { deliver, NO_BODY, stamped } from "@/lib/http/signals/answer";
import { BODY_MAX } from "@/lib/http/signals/healthchecks";
import { sha256 } from "@/lib/shared/secret";
import { storableText } from "@/lib/shared/storable-text";
import { FORMATS } from "./formats";

const BODY_MAX_BYTES = 1024 * 1024;
/** Requests of one monitor per minute. An alert manager sends one per group. */
const REQUESTS_PER_MINUTE = 600;
const KEY_MAX = 200;
const PATH = /^(?:\/api\/in\/([A-Za-z0-9_-]{10,100}))?\/(.{1,700}?)\/?$/;

/** Receives alerts of another system for an external monitor. Whatever the sender should send again gets a 5xx. */
export async function serveAlerts(request: ApiRequest): Promise<ApiReply> {
  try {
    return await answer(request);
  } catch (error) {
    const known =
      error instanceof z.ZodError
        ? new ApiError(400, `The body isn't in this format: ${z.prettifyError(error).slice(0, 500)}`)
        : error instanceof ApiError
          ? error
          : null;
    if (!known) throw error;
    return refusal(known.status, known.message, known.headers);
  }
}

/** The fields in which the clients of all formats expect a reason. */
function refusal(status: number, message: string, headers: Record<string, string> = {}): ApiReply {
  return jsonReply(status, { status: "invalid event", message, errors: [message] }, headers);
}

async function answer(request: ApiRequest): Promise<ApiReply> {
  const [, named, path = ""] = PATH.exec(request.path) ?? [];
  const format = FORMATS.find(([known]) => known.test(path))?.[1];
  if (!format) throw routeNotFound();
  if (request.method !== "POST") throw new ApiError(405, "Send alerts with POST.", null, { Allow: "POST" });
  const bytes = await request.body(BODY_MAX_BYTES);
  const parsed = format(request, path, parseJsonBody(bytes, REPORT_VALUES_MAX));
  const token = named ?? parsed.token;
  if (!token) return refusal(404, "The token is unknown.");
  const limits = { perMinute: REQUESTS_PER_MINUTE, freshMs: 0 };
  const target = { kind: "token", token } as const;
  const { outcome, waitMs = 30_000 } = await deliver(target, request.remoteAddress, limits, async (found) => {
    if (found.mapping === null) return null;
    const sender = { method: request.method, header: request.headers, address: request.remoteAddress };
    const body = { kept: bytes.subarray(0, BODY_MAX), bytes: bytes.length };
    return parsed
      .alerts(found.mapping)
      .map((alert, index) => stamped(signalOf(alert), sender, found.key, index === 0 ? body : NO_BODY));
  });
  if (outcome === "stored") return jsonReply(parsed.status, parsed.reply);
  if (outcome === "unknown" || outcome === "ambiguous") return refusal(404, "The token is unknown.");
  const why = outcome === "limited" ? "Too many requests." : "The alert can't be stored now.";
  return refusal(503, `${why} Send it again.`, {
    "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))),
  });
}

function signalOf({ kind, key, title }: Alert) {
  const isLong = key !== null && key.length > KEY_MAX;
  const runId = isLong ? sha256(key).toString("hex") : key && storableText(key, KEY_MAX);
  return { kind, runId, exitStatus: null, message: title, runMs: null };
}
