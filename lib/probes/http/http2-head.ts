import type { Field } from "../http2/hpack";
import { type Head, malformed, sizeWarnings } from "./head";

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/** Browsers also read zeros before the code. */
const STATUS = /^0{0,20}([1-9]\d\d)$/;
/** Fields that HTTP/2 doesn't have. curl refuses them, and browsers ignore them. */
const OF_CONNECTIONS = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);
const TAB = 9;
const DELETE = 127;
/** Bytes that a field takes beside its name and value, as a line of HTTP/1.1. */
const LINE_BYTES = 4;

/** Returns the head of a response, with a warning for each oddity that browsers read. Throws ProbeError on any other. */
export function headOfFields(fields: readonly Field[]): Head {
  const warnings: string[] = [];
  const headers: Field[] = [];
  let statusCode = 0;
  let length = 0;
  for (const [name, value] of fields) {
    length += name.length + value.length + LINE_BYTES;
    if (name === ":status") {
      if (statusCode !== 0 || headers.length > 0)
        throw malformed("the field :status must come once, before all others (RFC 9113 §8.3)");
      statusCode = statusOf(value, warnings);
    } else if (name.startsWith(":")) {
      warnings.push(
        `the response has the field ${quote(name)}, which isn't one of responses (RFC 9113 §8.3.2)`,
      );
    } else {
      if (!NAME.test(name))
        throw malformed(
          `the name of a field must be a lowercase token (RFC 9113 §8.2.1); got ${quote(name)}`,
        );
      if (hasControl(value))
        throw malformed(`the field ${quote(name)} contains a control character (RFC 9113 §8.2.1)`);
      if (OF_CONNECTIONS.has(name))
        warnings.push(
          `the response has the field ${quote(name)}, which HTTP/2 doesn't have (RFC 9113 §8.2.2); curl refuses it`,
        );
      headers.push([name, value.trim()]);
    }
  }
  if (statusCode === 0) throw malformed("the response has no :status (RFC 9113 §8.3.2)");
  warnings.push(...sizeWarnings(headers.length, length));
  return { statusCode, headers, warnings, isOld: false, length };
}

function statusOf(value: string, warnings: string[]): number {
  const code = STATUS.exec(value)?.[1];
  if (code === undefined)
    throw malformed(`:status must have three digits (RFC 9113 §8.3.2); got ${quote(value)}`);
  if (code !== value) warnings.push(`:status must have three digits (RFC 9113 §8.3.2); got ${quote(value)}`);
  return Number(code);
}

/** Returns whether a value has a character that browsers and curl refuse. */
function hasControl(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if ((code < 32 && code !== TAB) || code === DELETE) return true;
  }
  return false;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
