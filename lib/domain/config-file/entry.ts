/** Reads an object of unknown shape by its own keys. Several names stand for the spellings of different versions. */
export class Entry {
  private readonly fields: Readonly<Record<string, unknown>>;

  constructor(value: unknown) {
    this.fields = value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  }

  /** Returns the first own value that is neither null nor undefined. */
  value(...names: string[]): unknown {
    for (const name of names) {
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
    return new Entry(this.value(...names));
  }

  /** Returns the items of a list; none when the value isn't one. */
  list(...names: string[]): unknown[] {
    const value = this.value(...names);
    return Array.isArray(value) ? value : [];
  }

  entries(...names: string[]): Entry[] {
    return this.list(...names).map((item) => new Entry(item));
  }

  keys(): string[] {
    return Object.keys(this.fields);
  }
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
