import { isDeepStrictEqual } from "node:util";
import { isoSeconds } from "@/lib/shared/clock";

const MAX_TEXT = 200;

/** What an edit changed, for the audit log: the names of all changed fields, and the values of those that may be shown. */
export interface FieldChanges {
  readonly fields: string[];
  readonly changes: Record<string, { from: unknown; to: unknown }>;
}

/**
 * Compares the given fields with what was stored before. Only `shown` fields are recorded with their values, because others may
 * contain secrets or long texts. An undefined field wasn't given.
 */
export function fieldChanges(before: object, given: object, shown: readonly string[]): FieldChanges {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(plain(value), plain(old.get(name))),
  );
  return {
    fields: changed.map(([name]) => name),
    changes: Object.fromEntries(
      changed
        .filter(([name]) => shown.includes(name))
        .map(([name, value]) => [name, { from: short(old.get(name)), to: short(value) }]),
    ),
  };
}

/** Dates compare to the second, as the API shows them. */
function plain(value: unknown): unknown {
  return value instanceof Date ? isoSeconds(value) : (value ?? null);
}

function short(value: unknown): unknown {
  const whole = plain(value);
  return typeof whole === "string" && whole.length > MAX_TEXT ? `${whole.slice(0, MAX_TEXT)}…` : whole;
}
