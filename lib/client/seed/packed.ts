/**
 * A value in which every array starts with its kind: the number of a shape, followed by the values of an object with
 * these fields, or one of the marks below.
 */
export type Packed = string | number | boolean | null | readonly Packed[];

/** Values without the names of their fields, and the names once for all objects that have the same ones. */
export interface Pack {
  readonly shapes: readonly (readonly string[])[];
  /** Long values that occur more than once. */
  readonly shared: readonly Packed[];
  readonly value: Packed;
}

/** Followed by the items of a list. */
const LIST = -1;
/** Followed by the number of a shared value. */
const SHARED = -2;
/** A list of objects with the same fields: followed by their shape, their number, and one column per field. */
const TABLE = -3;
/** A column with the same value in each row: followed by the value. */
const SAME = -4;
/** A reference to a shorter value would hardly be shorter. */
const LEAST_SHARED = 12;

/**
 * Packs a value of JSON, because field names, times, and repeated settings would make up most of a page that carries
 * its data.
 */
export function packed(value: unknown): Pack {
  const shapes = new Map<string, number>();
  const whole = withShapes(value, (names) => numberIn(shapes, JSON.stringify(names)));
  const seen = new Set<string>();
  const shared = new Map<string, number>();
  count(whole, seen, shared);
  const pool: Packed[] = [];
  for (const text of shared.keys()) {
    const each = JSON.parse(text) as Packed;
    pool.push(Array.isArray(each) ? each.map((part) => withReferences(part, shared)) : each);
  }
  return {
    shapes: [...shapes.keys()].map((names) => JSON.parse(names) as string[]),
    shared: pool,
    value: withReferences(whole, shared),
  };
}

function numberIn(known: Map<string, number>, key: string): number {
  const number = known.get(key) ?? known.size;
  known.set(key, number);
  return number;
}

const fieldsOf = (value: object) => Object.entries(value).filter(([, content]) => content !== undefined);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function withShapes(value: unknown, shapeOf: (names: readonly string[]) => number): Packed {
  const pack = (each: unknown): Packed => {
    if (!isObject(each)) return (each ?? null) as Packed;
    if (Array.isArray(each)) return table(each) ?? [LIST, ...each.map(pack)];
    const fields = fieldsOf(each);
    return [shapeOf(fields.map(([name]) => name)), ...fields.map(([, content]) => pack(content))];
  };
  const table = (list: readonly unknown[]): Packed | null => {
    const [first] = list;
    if (list.length < 2 || !list.every((item) => isObject(item) && !Array.isArray(item))) return null;
    const rows = list.map((item) => fieldsOf(item as object));
    const names = fieldsOf(first as object).map(([name]) => name);
    const key = names.join("\n");
    if (names.length === 0 || rows.some((row) => row.map(([name]) => name).join("\n") !== key)) return null;
    const columns = names.map((_, at) => column(rows.map((row) => pack(row[at]?.[1]))));
    return [TABLE, shapeOf(names), list.length, ...columns];
  };
  return pack(value);
}

function column(values: readonly Packed[]): Packed {
  const [first = null] = values;
  const text = JSON.stringify(first);
  return values.every((value) => JSON.stringify(value) === text) ? [SAME, first] : [LIST, ...values];
}

/** Numbers the long values that occur more than once, but not those within such a value. */
function count(value: Packed, seen: Set<string>, shared: Map<string, number>): void {
  const text = JSON.stringify(value);
  if (text.length < LEAST_SHARED) return;
  if (seen.has(text)) {
    numberIn(shared, text);
    return;
  }
  seen.add(text);
  if (Array.isArray(value)) for (const part of value) count(part, seen, shared);
}

function withReferences(value: Packed, shared: ReadonlyMap<string, number>): Packed {
  const number = shared.get(JSON.stringify(value));
  if (number !== undefined) return [SHARED, number];
  return Array.isArray(value) ? value.map((part) => withReferences(part, shared)) : value;
}

export function unpacked({ shapes, shared, value }: Pack): unknown {
  const resolve = (each: Packed): Packed => {
    const number = Array.isArray(each) && each[0] === SHARED ? Number(each[1]) : null;
    return number === null ? each : (shared[number] ?? null);
  };
  const objectOf = (shape: Packed | undefined, contents: readonly unknown[]) =>
    Object.fromEntries((shapes[Number(shape)] ?? []).map((name, at) => [name, contents[at] ?? null]));
  const unpack = (given: Packed): unknown => {
    const each = resolve(given);
    if (!Array.isArray(each)) return each;
    const [kind, ...rest] = each as Packed[];
    if (kind === LIST) return rest.map(unpack);
    if (kind === TABLE) return tableOf(rest);
    return objectOf(kind, rest.map(unpack));
  };
  const tableOf = ([shape, rows, ...columns]: readonly Packed[]) => {
    const cells = columns.map((given) => {
      const [kind, ...values] = resolve(given) as Packed[];
      return (row: number) => unpack(values[kind === SAME ? 0 : row] ?? null);
    });
    return Array.from({ length: Number(rows) }, (_, row) =>
      objectOf(
        shape,
        cells.map((cell) => cell(row)),
      ),
    );
  };
  return unpack(value);
}
