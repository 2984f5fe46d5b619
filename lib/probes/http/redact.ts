import type { HttpRequest } from "@/lib/contract/protocols/http";
import type { Shown } from "@/lib/domain/checks/assertions";
import { REDACTED, withoutTokens } from "@/lib/domain/core/web-token";
import { namesSecret } from "@/lib/shared/secret-names";
import { isForAnyOrigin } from "./request-text";
import { sentSecrets } from "./sent-secrets";

/** Shorter values occur in any text by chance. */
const SECRET_CHARS_MIN = 4;
const SECRET_FIELD =
  /((?:\\?")?(?:password|passwd|secret|token|api_?key|access_?token|refresh_?token|session_?id)(?:\\?")?\s{0,5}[:=]\s{0,5}(?:\\?")?)(?:[^"\\\s,;&<>]|\\(?!")){4,}/gi;

/**
 * Returns functions that redact an exchange: headers that carry secrets, values that the user set, secrets in the URL
 * and body (even when the target echoes them), and anything in a text that looks like a password or token.
 */
export function redactor(request: HttpRequest): Shown {
  // Computed on demand, because most checks quote nothing.
  let secrets: string[] | undefined;
  const known = (text: string) => {
    secrets ??= secretsOf(request);
    return secrets.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
  };
  const text = (given: string) => withoutLookalikes(known(given));
  return { header: (name, value) => (namesSecret(name) ? REDACTED : text(value)), text };
}

/** Removes anything that looks like a password, key, or token. */
function withoutLookalikes(text: string): string {
  return withoutTokens(text.replace(SECRET_FIELD, `$1${REDACTED}`));
}

/** Returns whether a URL or body that the user wrote appears to contain a secret. */
export function seemsSecret(text: string): boolean {
  return withoutLookalikes(text) !== text;
}

/** Longest first, so that no part of a longer secret remains. */
function secretsOf(request: HttpRequest): string[] {
  const values = (request.headers ?? [])
    .filter(({ name }) => !isForAnyOrigin(name))
    .flatMap(({ value }) => [value, ...value.split(/\s+/), ...passwordOf(value)]);
  values.push(...sentSecrets(request));
  for (const secret of [request.user_agent_secret, request.auth_secret]) if (secret) values.push(secret);
  return [...new Set(values.flatMap(asRepeated))]
    .filter((value) => value.length >= SECRET_CHARS_MIN && !/^(?:basic|bearer|digest|token)$/i.test(value))
    .sort((a, b) => b.length - a.length);
}

/** Returns the value as is, JSON-escaped, and URL-encoded, because a target may echo it in any of these forms. */
function asRepeated(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())];
}

/** Returns the parts of `Basic base64(user:password)` (RFC 7617). */
function passwordOf(value: string): string[] {
  const coded = /^basic\s+(\S+)$/i.exec(value)?.[1];
  if (!coded) return [];
  const pair = Buffer.from(coded, "base64").toString("utf8");
  return pair.includes(":") ? [pair, pair.slice(pair.indexOf(":") + 1)] : [];
}
