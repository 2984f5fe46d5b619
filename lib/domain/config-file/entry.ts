/** Reads an object of unknown shape by its own keys. Several names stand for the spellings of different versions. */
export class Entry {
  private readonly fields: Readonly<Record<string, unknown>>;
  private readonly read = new Set<string>();
  private readonly parts = new Map<unknown, Entry>();

  constructor(value: unknown) {
    this.fields = value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  }

  /** Returns the first own value that is neither null nor undefined. */
  value(...names: string[]): unknown {
    for (const name of names) {
      this.read.add(name);
      const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  /** Returns the value as trimmed text, or an empty string. */
  text(...names: string[]): string {
    const value = this.value(...names);
    return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  }

  /** Returns the value as a finite number; null without one. */
  number(...names: string[]): number | null {
    const text = this.text(...names);
    return text !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
  }

  /** Returns whether the value is true, 1, or a string that means true; null without one. */
  flag(...names: string[]): boolean | null {
    const value = this.value(...names);
    if (value === undefined) return null;
    return value === true || ["1", "true", "yes", "on"].includes(String(value).toLowerCase());
  }

  entry(...names: string[]): Entry {
    return this.part(this.value(...names));
  }

  /** Returns the items of a list; none when the value isn't one. */
  list(...names: string[]): unknown[] {
    const value = this.value(...names);
    return Array.isArray(value) ? value : [];
  }

  entries(...names: string[]): Entry[] {
    return this.list(...names).map((item) => this.part(item));
  }

  keys(): string[] {
    return Object.keys(this.fields);
  }

  isRead(name: string): boolean {
    return this.read.has(name);
  }

  /** Returns the paths of what is set, not empty, neither false nor 0, and was never read. */
  unread(): string[] {
    const found = Object.entries(this.fields).flatMap(([key, value]) => {
      const isRead = this.read.has(key);
      if (!isRead && (!isSet(value) || typeof value !== "object" || Array.isArray(value)))
        return isSet(value) ? [key] : [];
      const parts = isRead
        ? [value].flat().flatMap((each) => this.parts.get(each) ?? [])
        : [new Entry(value)];
      return parts.flatMap((part) => part.unread().map((path) => `${key}.${path}`));
    });
    return [...new Set(found)];
  }

  /** Returns the same entry for the same value, so that it knows all that was read of it. */
  private part(value: unknown): Entry {
    const known = this.parts.get(value);
    if (known) return known;
    const part = new Entry(value);
    if (value !== null && typeof value === "object") this.parts.set(value, part);
    return part;
  }
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value !== null && typeof value === "object") return Object.values(value).some(isSet);
  return ![undefined, null, "", false, 0, "0"].some((empty) => empty === value);
}

/** Groups entries by the text of a field, in their order. */
export function groupedBy(entries: readonly Entry[], field: string): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = entry.text(field);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}
