import { ApiError } from "./errors";

export interface JsonLimits {
  readonly depthMax: number;
  readonly valuesMax: number;
}

const DEPTH_MAX = 32;
/** Far more than any request needs. Each value takes some 50 times the memory of its character. */
const VALUES_MAX = 20_000;
/** A runner's batch has 500 results with their details. */
export const REPORT_VALUES_MAX = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Returns how the JSON exceeds the limits, such as `nested deeper than 32 levels`, before anything is allocated for it; otherwise null. */
export function jsonExcess(text: string, { depthMax, valuesMax }: JsonLimits): string | null {
  let [depth, values] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > depthMax) return `nested deeper than ${depthMax} levels`;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === COMMA) values += 1;
    if (values > valuesMax) return `longer than ${valuesMax} values`;
  }
  return null;
}

/** Returns where the string that begins at a quote ends; the end of the text if it doesn't. */
function stringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // After an even number of backslashes, the quote isn't escaped.
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** Parses the JSON of a request's body. Returns undefined for an empty one. Throws 400. */
export function parseJsonBody(bytes: Uint8Array, valuesMax = VALUES_MAX): unknown {
  return parseJsonText(jsonTextOf(bytes, valuesMax));
}

/** Returns the text of a request's body. Throws 400 for one that exceeds the limits. */
export function jsonTextOf(bytes: Uint8Array, valuesMax: number): string {
  const text = decodeUtf8(bytes);
  const excess = jsonExcess(text, { depthMax: DEPTH_MAX, valuesMax });
  if (excess) throw new ApiError(400, `The body is ${excess}.`);
  return text;
}

/** Parses text of `jsonTextOf`. Returns undefined if it's empty. Throws 400. */
export function parseJsonText(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    // A function that sees each value takes several times as long as parsing.
    return JSON.parse(text, MAY_NAME_PROTOTYPE.test(text) ? withoutPrototype : undefined);
  } catch {
    throw new ApiError(400, "The body is not valid JSON.");
  }
}

/** Parses the JSON object of a body. An empty body is an empty object, so that the schema reports what is required. */
export function parseJsonObject(bytes: Uint8Array, valuesMax = VALUES_MAX): Record<string, unknown> {
  const value = parseJsonBody(bytes, valuesMax);
  if (value === undefined) return {};
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    const kind = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
    throw new ApiError(400, `The body must be a JSON object; got ${kind}.`);
  }
  return value as Record<string, unknown>;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(400, "The body is not valid UTF-8 text.");
  }
}

/** A letter of the name may be escaped. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00[5-7]/;

/** Drops `__proto__`, which would become the prototype of a copy, like any unknown field. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
