import { isUtf8 } from "node:buffer";
import * as z from "zod";
import { ApiError, routeNotFound } from "@/lib/contract/core/errors";
import { jsonTextOf, parseJsonText } from "@/lib/contract/core/json-text";
import type { Alert } from "@/lib/domain/checks/alerts";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { jsonReply } from "@/lib/http/router/respond";
import { deliver, NO_BODY, stamped } from "@/lib/http/signals/answer";
import { BODY_MAX } from "@/lib/http/signals/healthchecks";
import { sha256 } from "@/lib/shared/secret";
import { storableText } from "@/lib/shared/storable-text";
import { Turns } from "@/lib/shared/turns";
import type { ReceivedSignal } from "@/lib/store/checks/heartbeat-signals";
import { FORMATS, type Format, type ParsedAlerts } from "./formats";

/** A group of 5,000 alerts, such as after the loss of a data center. */
const GROUP_MAX_BYTES = 8 * 1024 * 1024;
const GROUP_VALUES_MAX = 250_000;
/** For bodies that name the token, and so are read before the sender is known. */
const EVENT_MAX_BYTES = 1024 * 1024;
/** Requests of one monitor per minute. An alert manager sends one per group. */
const REQUESTS_PER_MINUTE = 600;
const KEY_MAX = 200;
const PATH = /^(?:\/api\/in\/([A-Za-z0-9_-]{10,100}))?\/(.{1,5100}?)\/?$/;

/** Receives alerts of another system for an external monitor. Whatever the sender should send again gets a 5xx. */
export async function serveAlerts(request: ApiRequest): Promise<ApiReply> {
  try {
    return await answer(request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusal(error.status, error.message, error.headers);
  }
}

/** The fields in which the clients of all formats expect a reason. */
function refusal(status: number, message: string, headers: Record<string, string> = {}): ApiReply {
  return jsonReply(status, { status: "invalid event", message, errors: [message] }, headers);
}

interface Read {
  readonly bytes: Buffer;
  readonly parsed: ParsedAlerts;
}

/** Throws an `ApiError` for a body that isn't in the format. */
async function read(request: ApiRequest, path: string, format: Format, limit: number): Promise<Read> {
  const bytes = await request.body(limit);
  // The output of a program may be in Latin-1, which must not cost the alert.
  const text = isUtf8(bytes) ? bytes : Buffer.from(bytes.toString("latin1"));
  // The largest groups come when much is down, and must not hold up others.
  const turns = new Turns();
  const json = jsonTextOf(text, GROUP_VALUES_MAX);
  await turns.pause();
  const body = parseJsonText(json);
  await turns.pause();
  try {
    return { bytes, parsed: await format(request, path, body) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new ApiError(400, `The body isn't in this format: ${z.prettifyError(error).slice(0, 500)}`);
  }
}

function formatOf(path: string, method: string): Format {
  const known = FORMATS.filter(([pattern]) => pattern.test(path));
  const format = known.find(([, methods]) => methods.includes(method))?.[2];
  if (format) return format;
  if (known.length === 0) throw routeNotFound();
  const methods = known.flatMap(([, each]) => each).join(", ");
  throw new ApiError(405, `Send alerts with ${methods}.`, null, { Allow: methods });
}

async function answer(request: ApiRequest): Promise<ApiReply> {
  const [, named, path = ""] = PATH.exec(request.path) ?? [];
  const format = formatOf(path, request.method);
  let event = named ? null : await read(request, path, format, EVENT_MAX_BYTES);
  const token = named ?? event?.parsed.token;
  if (!token) return refusal(404, "The token is unknown.");
  const limits = { perMinute: REQUESTS_PER_MINUTE, freshMs: 0 };
  const target = { kind: "token", token } as const;
  const { outcome, waitMs = 30_000 } = await deliver(target, request.remoteAddress, limits, async (found) => {
    if (found.mapping === null) return null;
    event ??= await read(request, path, format, GROUP_MAX_BYTES);
    const { bytes, parsed } = event;
    const sender = { method: request.method, header: request.headers, address: request.remoteAddress };
    const body = { kept: bytes.subarray(0, BODY_MAX), bytes: bytes.length };
    const signals: ReceivedSignal[] = [];
    const turns = new Turns();
    for (const alert of parsed.alerts(found.mapping)) {
      const kept = signals.length === 0 ? body : NO_BODY;
      signals.push(stamped(signalOf(alert), sender, found.key, kept));
      await turns.pause();
    }
    return signals;
  });
  if (outcome === "stored" && event) return jsonReply(event.parsed.status, event.parsed.reply);
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
