import type * as z from "zod";

/**
 * A field that has the same name and value in the database, the API, a form, and a configuration file, and in the audit log. All of
 * these follow from its definition.
 */
export interface PlainField {
  readonly schema: z.ZodType;
  /** The value of a new record for which none was sent. Without it, the field is required. */
  readonly initial?: unknown;
}
type Fields = Readonly<Record<string, PlainField>>;
type Shape<F extends Fields> = { [Name in keyof F]: F[Name]["schema"] };
type Initial<F extends Fields> = {
  [Name in keyof F as F[Name] extends { initial: unknown } ? Name : never]: z.output<F[Name]["schema"]>;
};

/** The plain fields of a resource. */
export interface PlainFields<F extends Fields> {
  /** The schemas of an update and of responses. */
  readonly shape: Shape<F>;
  /** The values of a new record. */
  readonly initial: Initial<F>;
  /** Returns the plain fields among those of a row, a request, or a draft. */
  of<Row extends object>(row: Row): Pick<Row, Extract<keyof F, keyof Row>>;
}

/** Defines the plain fields of a resource. */
export function plainFields<const F extends Fields>(fields: F): PlainFields<F> {
  const entries = Object.entries(fields);
  const filled = entries.filter(([, { initial }]) => initial !== undefined);
  return {
    shape: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as Shape<F>,
    initial: Object.fromEntries(filled.map(([name, { initial }]) => [name, initial])) as Initial<F>,
    of: (row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => name in fields)) as Pick<
        typeof row,
        Extract<keyof F, keyof typeof row>
      >,
  };
}

type Defaulted<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { initial: unknown }
    ? z.ZodDefault<F[Name]["schema"]>
    : F[Name]["schema"];
};

/**
 * Returns the schemas of a create: fields that have an initial value may be left out. With `orNull`, null means the initial value
 * too.
 */
export function createdShape<F extends Fields>(
  { shape, initial }: PlainFields<F>,
  orNull = false,
): Defaulted<F> {
  const values = new Map<string, unknown>(Object.entries(initial));
  const created = ([name, schema]: [string, z.ZodType]) => {
    const value = values.get(name);
    if (value === undefined) return [name, schema];
    return [name, orNull ? schema.nullish().transform((given) => given ?? value) : schema.default(value)];
  };
  return Object.fromEntries(Object.entries<z.ZodType>(shape).map(created)) as Defaulted<F>;
}
