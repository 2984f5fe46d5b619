import type { HttpRequest } from "@/lib/contract/protocols/http";
import type { Shown } from "@/lib/domain/checks/assertions";
import { REDACTED, withoutTokens } from "@/lib/domain/core/web-token";
import { namesSecret } from "@/lib/shared/secret-names";
import { isForAnyOrigin } from "./request-text";
import { sentSecrets } from "./sent-secrets";

/** Shorter ones occur in any text by chance. */
const SECRET_CHARS_MIN = 4;
const SECRET_FIELD =
  /((?:\\?")?(?:password|passwd|secret|token|api_?key|access_?token|refresh_?token|session_?id)(?:\\?")?\s{0,5}[:=]\s{0,5}(?:\\?")?)(?:[^"\\\s,;&<>]|\\(?!")){4,}/gi;

/**
 * Replaces what must not be shown of an exchange: headers that carry secrets by their name, the values that the user set and the
 * secrets in address and body (where a target echoes them, too), and what looks like a password or token in a text.
 */
export function redactor(request: HttpRequest): Shown {
  // Asked for by few checks: most quote nothing.
  let secrets: string[] | undefined;
  const known = (text: string) => {
    secrets ??= secretsOf(request);
    return secrets.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
  };
  const text = (given: string) => withoutLookalikes(known(given));
  return {
    header: (name, value) => (namesSecret(name) ? REDACTED : text(value)),
    text,
  };
}

/** A text without what looks like a password, a key or a token. */
function withoutLookalikes(text: string): string {
  return withoutTokens(text.replace(SECRET_FIELD, `$1${REDACTED}`));
}

/** Whether a text that the user wrote (an address, a body) seems to hold a secret. */
export function seemsSecret(text: string): boolean {
  return withoutLookalikes(text) !== text;
}

/** The longest first, so that no part of one is left over. */
function secretsOf(request: HttpRequest): string[] {
  const values = (request.headers ?? [])
    .filter(({ name }) => !isForAnyOrigin(name))
    .flatMap(({ value }) => [value, ...value.split(/\s+/), ...passwordOf(value)]);
  values.push(...sentSecrets(request));
  if (request.user_agent_secret) values.push(request.user_agent_secret);
  return [...new Set(values.flatMap(asRepeated))]
    .filter((value) => value.length >= SECRET_CHARS_MIN && !/^(?:basic|bearer|digest|token)$/i.test(value))
    .sort((a, b) => b.length - a.length);
}

/** As it is, and as a target writes it into JSON or an address. */
function asRepeated(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())];
}

/** The parts of `Basic base64(user:password)` (RFC 7617). */
function passwordOf(value: string): string[] {
  const coded = /^basic\s+(\S+)$/i.exec(value)?.[1];
  if (!coded) return [];
  const pair = Buffer.from(coded, "base64").toString("utf8");
  return pair.includes(":") ? [pair, pair.slice(pair.indexOf(":") + 1)] : [];
}
