import { isDeepStrictEqual } from "node:util";
import { isoSeconds } from "@/lib/shared/clock";
import { namesSecret } from "@/lib/shared/secret-names";

const TEXT_CHARS_MAX = 200;
const VALUES_MAX = 100;
const OBJECTS_MAX = 20;
const HIDDEN = "hidden";

/** The values before and after, or "changed" if they may not be shown or look the same once shortened. */
export type FieldChange = "changed" | { from: unknown; to: unknown };

/** Changes of an edit, for the audit log: the names of the changed fields, and each changed value by its dotted path. */
export interface FieldChanges {
  readonly fields: string[];
  readonly changes: Record<string, FieldChange>;
}

/**
 * Compares the given fields with what was stored before. `secrets` lists the paths whose values are never shown; names that sound
 * secret are hidden anyway. An undefined field wasn't given.
 */
export function fieldChanges(before: object, given: object, secrets: readonly string[] = []): FieldChanges {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(plain(value), plain(old.get(name))),
  );
  return {
    fields: changed.map(([name]) => name),
    changes: Object.fromEntries(
      changed.flatMap(([name, value]) => changesAt(name, old.get(name), value, secrets)),
    ),
  };
}

function changesAt(
  path: string,
  before: unknown,
  after: unknown,
  secrets: readonly string[],
): [string, FieldChange][] {
  const [from, to] = [plain(before), plain(after)];
  if (isDeepStrictEqual(from, to)) return [];
  if (secrets.includes(path) || namesSecret(path)) return [[path, "changed"]];
  if (
    (isRecord(from) || isRecord(to)) &&
    (from === null || isRecord(from)) &&
    (to === null || isRecord(to))
  ) {
    const keys = new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})]);
    return [...keys].flatMap((key) => changesAt(`${path}.${key}`, from?.[key], to?.[key], secrets));
  }
  const shown = Array.isArray(from) && Array.isArray(to) ? differing(from, to) : { from, to };
  const change = { from: visible(shown.from), to: visible(shown.to) };
  return [[path, isDeepStrictEqual(change.from, change.to) ? "changed" : change]];
}

/** Leaves out the objects that both lists contain, unless only the order changed. */
function differing(from: unknown[], to: unknown[]): { from: unknown[]; to: unknown[] } {
  if (![...from, ...to].some(isRecord)) return { from, to };
  const without = (list: unknown[], other: unknown[]) =>
    list.filter((item) => !other.some((one) => isDeepStrictEqual(one, item)));
  const [removed, added] = [without(from, to), without(to, from)];
  return removed.length + added.length > 0 ? { from: removed, to: added } : { from, to };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Dates compare to the second, as the API shows them. */
function plain(value: unknown): unknown {
  return value instanceof Date ? isoSeconds(value) : (value ?? null);
}

/** Shortens a value, and hides what may be secret in it: queries of URLs, and values under names that sound secret. */
function visible(value: unknown): unknown {
  if (typeof value === "string") return shortText(value);
  if (Array.isArray(value)) return shortList(value);
  if (!isRecord(value)) return value;
  const isNamed = typeof value.name === "string" && namesSecret(value.name);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isHidden = item !== null && (namesSecret(key) || (isNamed && key === "value"));
      return [key, isHidden ? HIDDEN : visible(item)];
    }),
  );
}

function shortList(list: readonly unknown[]): unknown[] {
  const max = list.some(isRecord) ? OBJECTS_MAX : VALUES_MAX;
  const more = list.length - max;
  return more > 0 ? [...list.slice(0, max).map(visible), `… and ${more} more`] : list.map(visible);
}

function shortText(text: string): string {
  const shown = /^https?:\/\/[^?#]*\?/.test(text) ? `${text.slice(0, text.indexOf("?"))}?…` : text;
  return shown.length > TEXT_CHARS_MAX ? `${shown.slice(0, TEXT_CHARS_MAX)}…` : shown;
}
