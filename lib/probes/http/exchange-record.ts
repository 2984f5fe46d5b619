import type { CheckExchange } from "@/lib/contract/checks/check";
import type { HttpRequest } from "@/lib/contract/protocols/http";
import { storableText } from "@/lib/shared/storable-text";
import { decodeBody } from "./decode";
import { type HeaderList, readable, valuesOf } from "./head";
import { redactor } from "./redact";
import { withoutQuery } from "./redirect";
import { type Hop, ownHeaders } from "./request-text";
import type { ResponseReader } from "./response";

/** The last hop of a check, from which a failure's request and response are taken. */
export interface Trail {
  readonly hop: Hop;
  reader: ResponseReader | null;
}

export const EXCHANGE_BYTES_MAX = 10 * 1024;
const BODY_CHARS_MAX = 4096;
/** Longer than any secret that a user can set. */
const MARGIN_CHARS = 2048;
const VALUE_CHARS_MAX = 300;
const HEADERS_MAX = 40;
const TEXT_TYPES =
  /^(?:text\/|application\/(?:[\w.-]{1,60}\+)?(?:json|xml|javascript|x-www-form-urlencoded))/i;

/**
 * Returns the request and response for debugging: headers with secrets redacted and the beginning of the body, at
 * most 10 KiB as JSON. Returns null when no request was sent.
 */
export async function recordExchange(
  { hop, reader }: Trail,
  request: HttpRequest,
): Promise<CheckExchange | null> {
  if (!reader) return null;
  const redact = redactor(request);
  const { head, body, bodyBytes } = reader.seen();
  const headers = (list: HeaderList) =>
    list.slice(0, HEADERS_MAX).map(([name, value]) => ({
      name: storableText(name, 100),
      value: storableText(redact.header(name, readable(value)), VALUE_CHARS_MAX),
    }));
  const text = head ? await textOf(head.headers, body) : "";
  // The margin keeps a secret at the cut whole, so that it's found.
  const excerpt = redact.text(text.slice(0, BODY_CHARS_MAX + MARGIN_CHARS));
  return fitted({
    method: hop.method,
    url: withoutQuery(hop.url).slice(0, 300),
    request_headers: headers(ownHeaders(hop, request)),
    status_code: head?.statusCode ?? null,
    response_headers: headers(head?.headers ?? []),
    body: storableText(excerpt, BODY_CHARS_MAX),
    body_bytes: bodyBytes,
  });
}

/** Returns the beginning of a text body; empty when the body isn't text or can't be decoded. */
async function textOf(headers: HeaderList, body: Buffer): Promise<string> {
  const [type = "text/plain"] = valuesOf(headers, "content-type");
  if (body.length === 0 || !TEXT_TYPES.test(type.trim())) return "";
  try {
    const [shown] = (await decodeBody(headers, { body, whole: false })).readings;
    return shown?.text ?? "";
  } catch {
    return "";
  }
}

/** Drops the end of the body, then the last headers, until the record fits. */
function fitted(record: CheckExchange): CheckExchange {
  let fit = record;
  while (Buffer.byteLength(JSON.stringify(fit)) > EXCHANGE_BYTES_MAX) {
    const half = fit.body.slice(0, Math.floor(fit.body.length / 2));
    fit =
      fit.body.length > 0
        ? { ...fit, body: storableText(half, half.length) }
        : { ...fit, response_headers: fit.response_headers.slice(0, -1) };
  }
  return fit;
}
