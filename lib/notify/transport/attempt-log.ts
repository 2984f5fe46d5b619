import { plainText } from "@/lib/notify/message/wording";
import { namesSecret } from "@/lib/shared/secret-names";
import { trimEndOf } from "@/lib/shared/trim-end";
import type { HttpStep, MailStep } from "../notice";
import type { Exchanged } from "./http";

export const LOG_BODY_MAX_BYTES = 4096;
/** Little is kept from private addresses: an integration must not reveal what runs in the server's network. */
const PRIVATE_BODY_MAX_BYTES = 256;
const MASK = "•••";
const SECRET_MIN_CHARS = 4;

/** Replaces every encoding of every secret. */
export type Masker = (text: string) => string;

/** Returns a masker for secrets: verbatim, percent-encoded, JSON-escaped, and in base64. */
export function maskerOf(secrets: readonly unknown[]): Masker {
  const texts = secrets
    .filter((value) => typeof value === "string")
    .flatMap(spellings)
    .filter((value) => value.length >= SECRET_MIN_CHARS)
    .flatMap((value) => [
      value,
      encodeURIComponent(value),
      JSON.stringify(value).slice(1, -1),
      Buffer.from(value).toString("base64"),
    ])
    .sort((a, b) => b.length - a.length);
  return (text) => texts.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** Returns a secret as it may appear. A URL may be requested normalized, and its path from another origin. */
function spellings(secret: string): string[] {
  if (!/^https?:/i.test(secret) || !URL.canParse(secret)) return [secret];
  const { href, pathname, search } = new URL(secret);
  return [secret, href, `${pathname}${search}`];
}

function cutBody(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // Drops a code point that the cut split.
  return trimEndOf(bytes.subarray(0, maxBytes).toString("utf8"), /\ufffd/);
}

function maskHeaders(headers: Readonly<Record<string, string>>, mask: Masker): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, namesSecret(name) ? MASK : mask(value)]),
  );
}

export function requestLog(step: HttpStep | MailStep, mask: Masker): object {
  if (step.kind === "mail") {
    const to = step.to.map((recipient) => recipient.address);
    return {
      kind: "mail",
      to,
      subject: step.subject,
      message_id: step.messageId,
      body: cutBody(step.text, LOG_BODY_MAX_BYTES),
    };
  }
  return {
    method: step.method,
    url: mask(step.url),
    headers: maskHeaders(step.headers, mask),
    body: cutBody(mask(step.body), LOG_BODY_MAX_BYTES),
  };
}

export function responseLog(answer: Exchanged, mask: Masker): object {
  const maxBytes = answer.isPrivate ? PRIVATE_BODY_MAX_BYTES : LOG_BODY_MAX_BYTES;
  return {
    status: answer.status,
    headers: answer.isPrivate ? {} : maskHeaders(answer.headers, mask),
    body: cutBody(plainText(mask(answer.body)), maxBytes),
  };
}
