import { type FieldErrors, invalid } from "@/lib/contract/core/errors";

const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

/** Returns whether PostgreSQL can store the text unchanged: no NUL and no unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

export function unstorable(field: string): string {
  return `${field} must not contain NUL characters or unpaired surrogates.`;
}

/**
 * Throws 422 for text in a parsed body that cannot be stored unchanged. `bytes` is the raw body, which lets most bodies skip the
 * walk.
 */
export function requireStorable(bytes: Buffer, value: unknown): void {
  // The characters are escaped in JSON and literal in a form.
  if (!bytes.includes(0) && !SUSPICIOUS.test(bytes.toString("latin1"))) return;
  const errors: FieldErrors = {};
  walk(value, [], errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function walk(value: unknown, path: readonly string[], errors: FieldErrors): void {
  if (typeof value === "string" && !isStorable(value)) errors[path.join(".")] = [unstorable(path.join("."))];
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (isStorable(key)) walk(item, [...path, key], errors);
    else errors[path.join(".")] = [unstorable(path.join("."))];
  }
}
