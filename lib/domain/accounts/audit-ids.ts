/** Kinds of records that the numbers in these changed fields identify. */
const ID_FIELDS: Readonly<Record<string, string>> = {
  monitors: "monitor",
  status_pages: "status_page",
  members: "user",
  project_ids: "project",
  integration_id: "integration",
  componentable_id: "monitor",
};

/** Returns the type of the records that a field's numbers identify; null for other fields. */
export function typeOfIds(path: string): string | null {
  const field = path.slice(path.lastIndexOf(".") + 1);
  return Object.hasOwn(ID_FIELDS, field) ? (ID_FIELDS[field] ?? null) : null;
}

/** Returns the records that an entry's changes name by ID, as `monitor 12`. */
export function recordsIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => recordsIn(item, path));
  if (value !== null && typeof value === "object")
    return Object.entries(value).flatMap(([key, inner]) =>
      recordsIn(inner, BOUNDS.includes(key) ? path : key),
    );
  const type = typeof value === "number" ? typeOfIds(path) : null;
  return type === null ? [] : [`${type} ${value}`];
}

/** The values of a change, whose field is one level up. */
const BOUNDS: readonly string[] = ["from", "to"];
