/** Reads a JSON text; undefined if it isn't one. */
export function readJson(text: string): unknown {
  try {
    // Some servers put a byte order mark before JSON, which readers may ignore (RFC 8259 §8.1).
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** Returns a value as an assertion compares and a result quotes it: text as it is, everything else as JSON. */
export function jsonText(value: unknown): string {
  try {
    return typeof value === "string" ? value : JSON.stringify(value);
  } catch {
    // The only values from JSON that can't be written back are nested more deeply than the stack.
    return "a value that is nested too deeply";
  }
}

/** Returns whether a found value meets an operator other than `exists` and `not_exists`. */
export function jsonHolds(operator: string, found: unknown, wanted: string): boolean {
  const negated = operator.startsWith("not_");
  if (operator.endsWith("equals")) return isSame(found, wanted) !== negated;
  if (operator.endsWith("contains")) return contains(found, wanted) !== negated;
  const number = numberOf(found);
  if (number === null) return false;
  const limit = Number(wanted);
  if (operator === "greater_than") return number > limit;
  if (operator === "at_least") return number >= limit;
  return operator === "less_than" ? number < limit : number <= limit;
}

/** Many APIs send numbers as text. */
function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

function isSame(found: unknown, wanted: string): boolean {
  if (jsonText(found) === wanted) return true;
  if (typeof found === "string") return false;
  try {
    return JSON.stringify(JSON.parse(wanted)) === JSON.stringify(found);
  } catch {
    return false;
  }
}

function contains(found: unknown, wanted: string): boolean {
  if (Array.isArray(found)) return found.some((item) => isSame(item, wanted));
  return jsonText(found).includes(wanted);
}
