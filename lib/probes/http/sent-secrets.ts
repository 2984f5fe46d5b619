import type { HttpRequest } from "@/lib/contract/protocols/http";
import { namesSecret } from "@/lib/shared/secret-names";

/** `name=value` of an address or a form, and `"name": "value"` of JSON; what is sent is short. */
const FIELD = /([\w.-]{1,60})"?\s{0,5}[:=]\s{0,5}(?:"((?:[^"\\]|\\.){1,500})"|([^"\s,;&<>{}[\]]{1,500}))/g;
/** Names under which a longer value is hardly anything else. */
const SHORT_NAME = /^(?:key|sig|auth|pwd|pass|code|ticket|jwt|hmac)$/i;
const SHORT_NAME_CHARS_MIN = 8;

/** Secrets that a request sends in its address or its body, as they are written there and as they are meant. */
export function sentSecrets({ url, body }: HttpRequest): string[] {
  const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
  return [...`${query}\n${body ?? ""}`.matchAll(FIELD)].flatMap(([, name = "", quoted, plain]) => {
    const value = quoted ?? plain ?? "";
    const isSecret = namesSecret(name) || (SHORT_NAME.test(name) && value.length >= SHORT_NAME_CHARS_MIN);
    return isSecret ? [value, quoted === undefined ? decoded(value) : unescaped(value)] : [];
  });
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

function unescaped(value: string): string {
  try {
    return String(JSON.parse(`"${value}"`));
  } catch {
    return value;
  }
}
