/** The part of `localStorage` that drafts need. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "draft:";
const MAX_AGE_MS = 7 * 86_400_000;

interface Kept {
  at: number;
  value: object;
}

/** Returns the browser's storage; null on the server, and in browsers that refuse it. */
export function draftStorage(): DraftStorage | null {
  try {
    return typeof localStorage === "undefined" ? null : localStorage;
  } catch {
    return null;
  }
}

/** Returns the draft of a form over its initial values; null without one, or after a week. Ignores fields that the form no longer has. */
export function readDraft<T extends object>(
  storage: DraftStorage | null,
  form: string,
  initial: T,
  now: Date,
): T | null {
  const kept = parsed(storage?.getItem(PREFIX + form));
  if (!kept || now.getTime() - kept.at > MAX_AGE_MS) return null;
  const known = Object.entries(kept.value).filter(
    ([field, value]) => field in initial && isAlike(value, initial[field as keyof T]),
  );
  return known.length === 0 ? null : { ...initial, ...Object.fromEntries(known) };
}

/** Keeps a draft. Storage that is full or refused keeps none, and the form still works. */
export function keepDraft(storage: DraftStorage | null, form: string, value: object, now: Date): void {
  const kept: Kept = { at: now.getTime(), value };
  try {
    storage?.setItem(PREFIX + form, JSON.stringify(kept));
  } catch {}
}

export function forgetDraft(storage: DraftStorage | null, form: string): void {
  storage?.removeItem(PREFIX + form);
}

/** Forgets all drafts, or only those older than a week. */
export function forgetDrafts(storage: DraftStorage | null, which: "all" | "expired", now: Date): void {
  if (!storage) return;
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const kept = parsed(storage.getItem(name));
    if (which === "all" || !kept || now.getTime() - kept.at > MAX_AGE_MS) storage.removeItem(name);
  }
}

/** Returns whether a kept value can be a field's value. A field may be null until something is chosen. */
const isAlike = (kept: unknown, initial: unknown) => initial === null || kindOf(kept) === kindOf(initial);
const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

function parsed(text: string | null | undefined): Kept | null {
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null;
    return typeof kept?.at === "number" && kindOf(kept.value) === "object" ? (kept as Kept) : null;
  } catch {
    return null;
  }
}
