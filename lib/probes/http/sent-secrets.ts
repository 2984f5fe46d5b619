import type { HttpRequest } from "@/lib/contract/protocols/http";
import { namesSecret } from "@/lib/shared/secret-names";
import { percentDecoded } from "@/lib/shared/text/percent-decoded";
import { trimEndOf } from "@/lib/shared/trim-end";

const SEPARATOR = /[:=]\s{0,5}/g;
const VALUE = /"((?:[^"\\]|\\.)+)"|([^"\s,;&<>{}[\]]+)/y;
const NAME_CHARS_MAX = 70;
/** Short names whose longer values are almost always secrets. */
const SHORT_NAME = /^(?:key|sig|auth|pwd|pass|code|ticket|jwt|hmac)$/i;
const SHORT_NAME_CHARS_MIN = 8;

/** Returns the secrets that a request sends in its URL or body, both as written and decoded. */
export function sentSecrets({ url, body }: HttpRequest): string[] {
  const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
  return [...fieldsOf(`${query}\n${body ?? ""}`)].flatMap(({ name, quoted, value }) => {
    const isSecret = namesSecret(name) || (SHORT_NAME.test(name) && value.length >= SHORT_NAME_CHARS_MIN);
    return isSecret ? [value, quoted ? unescaped(value) : decoded(value)] : [];
  });
}

interface Field {
  readonly name: string;
  readonly value: string;
  readonly quoted: boolean;
}

/** Finds `name=value` in a URL or form, and `"name": "value"` in JSON. */
function* fieldsOf(text: string): Generator<Field> {
  let at = 0;
  for (;;) {
    SEPARATOR.lastIndex = at;
    const separator = SEPARATOR.exec(text);
    if (!separator) return;
    const before = text.slice(Math.max(at, separator.index - NAME_CHARS_MAX), separator.index).trimEnd();
    const named = before.endsWith('"') ? before.slice(0, -1) : before;
    const name = named.slice(trimEndOf(named, /[\w.-]/).length);
    at = VALUE.lastIndex = SEPARATOR.lastIndex;
    const [, quoted, plain] = (name !== "" && VALUE.exec(text)) || [];
    const value = quoted ?? plain;
    if (value === undefined) continue;
    at = VALUE.lastIndex;
    yield { name, value, quoted: quoted !== undefined };
  }
}

function decoded(value: string): string {
  return percentDecoded(value.replaceAll("+", " "));
}

function unescaped(value: string): string {
  try {
    return String(JSON.parse(`"${value}"`));
  } catch {
    return value;
  }
}
