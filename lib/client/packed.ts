/** Of a list of objects with the same keys: the keys once, and the values of each. Without keys: an object that has such a key itself. */
const KEYS = "=keys";
const COLUMNS = "=columns";

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const mapped = (value: Fields, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));

/** Returns JSON in less space: lists of objects with the same keys, such as records, name them once. */
export function packed(value: unknown): unknown {
  if (isObject(value)) return KEYS in value ? { [KEYS]: null, [COLUMNS]: value } : mapped(value, packed);
  if (!Array.isArray(value)) return value;
  const keys = value.length > 1 && isObject(value[0]) ? Object.keys(value[0]) : [];
  const hasSame = (item: unknown) =>
    isObject(item) && JSON.stringify(Object.keys(item)) === JSON.stringify(keys);
  if (keys.length === 0 || !value.every(hasSame)) return value.map(packed);
  return { [KEYS]: keys, [COLUMNS]: keys.map((key) => packed(value.map((item: Fields) => item[key]))) };
}

/** Returns what was packed. */
export function unpacked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpacked);
  if (!isObject(value)) return value;
  const keys = value[KEYS] as readonly string[] | null | undefined;
  if (keys === undefined) return mapped(value, unpacked);
  if (keys === null) return value[COLUMNS];
  const columns = (value[COLUMNS] as readonly unknown[]).map(unpacked) as unknown[][];
  return columns[0]?.map((_, at) =>
    Object.fromEntries(keys.map((key, column) => [key, columns[column]?.[at]])),
  );
}
