/** A value in which every object is a list that starts with the number of its shape, and every list starts with -1. */
export type Packed = string | number | boolean | null | readonly Packed[];

/** Values without the names of their fields, and the names once for all objects that have the same ones. */
export interface Pack {
  readonly shapes: readonly (readonly string[])[];
  /** Long texts that occur more than once. */
  readonly texts: readonly string[];
  readonly value: Packed;
}

const LIST = -1;
const TEXT = -2;
/** A reference to a shorter text would hardly be shorter. */
const LEAST_TEXT = 12;

/** Packs a value of JSON, because field names and times would make up most of a page that carries its data. */
export function packed(value: unknown): Pack {
  const shapes = new Map<string, number>();
  const seen = new Set<string>();
  const texts = new Map<string, number>();
  const numberIn = (known: Map<string, number>, key: string) => {
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  };
  const count = (each: unknown): void => {
    if (typeof each === "string" && each.length >= LEAST_TEXT) {
      if (seen.has(each)) numberIn(texts, each);
      seen.add(each);
    } else if (typeof each === "object" && each !== null) Object.values(each).forEach(count);
  };
  const pack = (each: unknown): Packed => {
    if (typeof each === "string") {
      const text = texts.get(each);
      return text === undefined ? each : [TEXT, text];
    }
    if (typeof each !== "object" || each === null) return (each ?? null) as Packed;
    if (Array.isArray(each)) return [LIST, ...each.map(pack)];
    const fields = Object.entries(each).filter(([, content]) => content !== undefined);
    const shape = numberIn(shapes, JSON.stringify(fields.map(([name]) => name)));
    return [shape, ...fields.map(([, content]) => pack(content))];
  };
  count(value);
  const result = pack(value);
  return {
    shapes: [...shapes.keys()].map((names) => JSON.parse(names) as string[]),
    texts: [...texts.keys()],
    value: result,
  };
}

/** Returns the value that was packed. */
export function unpacked({ shapes, texts, value }: Pack): unknown {
  const unpack = (each: Packed): unknown => {
    if (typeof each !== "object" || each === null) return each;
    const [kind, ...rest] = each;
    if (kind === TEXT) return texts[Number(rest[0])];
    if (kind === LIST) return rest.map(unpack);
    return Object.fromEntries(
      (shapes[Number(kind)] ?? []).map((name, at) => [name, unpack(rest[at] ?? null)]),
    );
  };
  return unpack(value);
}
