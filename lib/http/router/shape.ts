import * as z from "zod";

type Shaper = (value: unknown) => unknown;

const known = new WeakMap<z.ZodType, Shaper>();

/**
 * Compiles a response schema into a filter: an object keeps only the declared fields, so that a secret cannot leak by accident. It
 * does not validate, so stored data never causes an error. Tests validate every response.
 */
export function shaper(schema: z.ZodType): Shaper {
  const cached = known.get(schema);
  if (cached) return cached;
  // Schemas can reference themselves, so a placeholder is registered first.
  let made: Shaper = (value) => value;
  known.set(schema, (value) => made(value));
  made = compile(schema);
  known.set(schema, made);
  return made;
}

function compile(schema: z.ZodType): Shaper {
  if (schema instanceof z.ZodObject) return objectShaper(schema);
  if (schema instanceof z.ZodArray) return arrayShaper(schema.element as z.ZodType);
  if (schema instanceof z.ZodDiscriminatedUnion) return discriminatedShaper(schema);
  if (schema instanceof z.ZodUnion) return unionShaper(schema);
  if (schema instanceof z.ZodRecord) return recordShaper(schema.valueType as z.ZodType);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    const inner = shaper(schema.unwrap() as z.ZodType);
    return (value) => (value === null || value === undefined ? value : inner(value));
  }
  if (schema instanceof z.ZodPipe) return shaper(schema.out as z.ZodType);
  if (schema instanceof z.ZodLazy) return (value) => shaper(schema.unwrap() as z.ZodType)(value);
  return (value) => value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectShaper(schema: z.ZodObject): Shaper {
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, shaper(field as z.ZodType)] as const,
  );
  const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
  return (value) => {
    if (!isRecord(value)) return value;
    const shaped: Record<string, unknown> = isOpen ? { ...value } : {};
    for (const [name, shape] of fields) {
      const field = value[name];
      if (field !== undefined) shaped[name] = shape(field);
    }
    return shaped;
  };
}

function arrayShaper(element: z.ZodType): Shaper {
  const shape = shaper(element);
  return (value) => (Array.isArray(value) ? value.map(shape) : value);
}

function recordShaper(valueType: z.ZodType): Shaper {
  const shape = shaper(valueType);
  return (value) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shape(item)]))
      : value;
}

/** Selects the union member by its discriminator. A value that matches no member becomes empty. */
function discriminatedShaper(schema: z.ZodDiscriminatedUnion): Shaper {
  const field = schema.def.discriminator;
  const forms = new Map<unknown, Shaper>();
  for (const option of schema.options) {
    const object = unwrap(option as z.ZodType);
    if (!(object instanceof z.ZodObject)) return unionShaper(schema);
    const tag: unknown = object.shape[field];
    if (!(tag instanceof z.ZodLiteral || tag instanceof z.ZodEnum)) return unionShaper(schema);
    const values: readonly unknown[] = tag instanceof z.ZodLiteral ? [...tag.values] : tag.options;
    for (const value of values) forms.set(value, shaper(object));
  }
  return (value) => (isRecord(value) ? (forms.get(value[field])?.(value) ?? {}) : value);
}

/**
 * Selects the union member by its literal fields if it has any, otherwise the first one that accepts the value. A value that
 * matches no member becomes empty.
 */
function unionShaper(schema: z.ZodUnion): Shaper {
  const forms = schema.options.map((option) => option as z.ZodType);
  const objects = forms.filter((form) => unwrap(form) instanceof z.ZodObject);
  if (objects.length === 0) {
    const arrays = forms.find((form) => unwrap(form) instanceof z.ZodArray);
    return arrays ? (value) => (Array.isArray(value) ? shaper(arrays)(value) : value) : (value) => value;
  }
  return (value) => {
    if (!isRecord(value)) return value;
    if (objects.length === 1 && objects[0]) return shaper(objects[0])(value);
    const form = objects.find((candidate) => accepts(candidate, value));
    return form ? shaper(form)(value) : {};
  };
}

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}

/** Compares literal fields (the discriminator of a union); without any, validates against the whole member. */
function accepts(form: z.ZodType, value: Record<string, unknown>): boolean {
  const object = unwrap(form);
  if (!(object instanceof z.ZodObject)) return false;
  const literals = Object.entries(object.shape).filter(([, field]) => field instanceof z.ZodLiteral);
  if (literals.length === 0) return object.safeParse(value).success;
  return literals.every(([name, field]) => (field as z.ZodType).safeParse(value[name]).success);
}
