/** One step into a JSON value: a name, or a place in a list, counted from the end if negative. */
type JsonStep = string | number;

/** Describes the error in a path or condition. */
export class JsonPathError extends Error {}

const NAME = /[^.[\]'"\s]{1,200}/y;
const INDEX = /\[(-?\d{1,6})\]/y;
const QUOTED = /\[(?:'([^']{0,200})'|"([^"]{0,200})")\]/y;

/**
 * Parses a path such as `$.data.items[0].id`, `items[-1]["a.b"]`, or `$`: the part of JSONPath (RFC 9535) that names one value. `$` may
 * be left out. Throws `JsonPathError`.
 */
export function parseJsonPath(text: string): JsonStep[] {
  if (text === "") throw new JsonPathError("a path must not be empty");
  const steps: JsonStep[] = [];
  let at = text.startsWith("$") ? 1 : 0;
  const take = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found) at = from + found[0].length;
    return found;
  };
  while (at < text.length) {
    const index = take(INDEX, at);
    const quoted = index ? null : take(QUOTED, at);
    if (index) steps.push(Number(index[1]));
    else if (quoted) steps.push(quoted[1] ?? quoted[2] ?? "");
    else {
      // Only the first name has no dot before it, unless the path starts with $.
      const from = text[at] === "." ? at + 1 : at === 0 ? 0 : text.length;
      const name = take(NAME, from);
      if (!name) throw new JsonPathError(`character ${at + 1} must begin .name, [0], or ["name"]`);
      steps.push(name[0]);
    }
  }
  return steps;
}

/** Returns why a text isn't such a path, or null. */
export function jsonPathProblem(text: string): string | null {
  try {
    parseJsonPath(text);
    return null;
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    return `must be a path to one value, such as $.status or $.items[0].name; ${error.message}, got ${JSON.stringify(text.slice(0, 60))}`;
  }
}

/** Returns the value at a path; undefined, which JSON doesn't have, if there is none. Throws `JsonPathError`. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const step of parseJsonPath(path)) {
    found = child(found, step);
    if (found === undefined) return undefined;
  }
  return found;
}

function child(value: unknown, step: JsonStep): unknown {
  if (typeof step === "number") return Array.isArray(value) ? value.at(step) : undefined;
  if (step === "length" && (Array.isArray(value) || typeof value === "string")) return value.length;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
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
