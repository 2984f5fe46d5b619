/** A part of a path: the name of a member, or the place in a list. */
type Part = string | number;

/** Says what is wrong with a path or condition. */
export class JsonPathError extends Error {}

const PART = /\.?([^\s.[\]"'=!<>$]{1,100})|\[(\d{1,6})\]|\["([^"\\]{1,100})"\]/y;
const PARTS_MAX = 20;

/** Parses a path such as `$.alert.labels["app.name"]` or `alerts[0].title`. Throws `JsonPathError`. */
export function parseJsonPath(text: string): Part[] {
  const parts: Part[] = [];
  let at = text.startsWith("$") ? 1 : 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const [whole, name, index, quoted] = PART.exec(text) ?? [];
    // Only the first name has no dot.
    if (whole === undefined || (name !== undefined && at > 0 && text[at] !== "."))
      throw new JsonPathError(`character ${at + 1} must begin .name, [0], or ["name"]`);
    parts.push(name ?? quoted ?? Number(index));
    at += whole.length;
  }
  if (parts.length > PARTS_MAX) throw new JsonPathError(`a path must have at most ${PARTS_MAX} parts`);
  return parts;
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const part of parseJsonPath(path)) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Record<Part, unknown>)[part];
  }
  return found;
}

/** Returns the value at a path as text; null if there is none, or an object. */
export function textAt(value: unknown, path: string): string | null {
  const found = valueAt(value, path);
  return found === undefined || found === null || typeof found === "object" ? null : String(found);
}

/** Parses a condition: a path alone, or compared with `==` or `!=`. Throws `JsonPathError`. */
export function parseCondition(text: string): { path: string; isEqual: boolean; expected: string | null } {
  const at = text.search(/[=!]=/);
  const path = (at === -1 ? text : text.slice(0, at)).trim();
  const expected = at === -1 ? null : text.slice(at + 2).trim();
  if (path === "" || expected === "")
    throw new JsonPathError("a condition must be a path, or a path, == or !=, and a value");
  parseJsonPath(path);
  const isQuoted = expected !== null && /^"[^"]*"$/.test(expected);
  return { path, isEqual: text[at] !== "!", expected: isQuoted ? expected.slice(1, -1) : expected };
}

/** Returns whether a value meets a condition. A path alone is met by every value but null, false, and an empty text. */
export function meets(value: unknown, condition: string): boolean {
  const { path, isEqual, expected } = parseCondition(condition);
  if (expected !== null) return (textAt(value, path) === expected) === isEqual;
  const found = valueAt(value, path);
  return found !== undefined && found !== null && found !== false && found !== "";
}
