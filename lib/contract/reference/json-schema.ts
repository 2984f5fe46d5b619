import * as z from "zod";
import { resources } from "@/lib/contract/endpoints";

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Direction = "input" | "output";

/** Names of the contract's exported schemas: `Monitor`, `CreateMonitor`, … */
function schemaNames(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const resource of Object.values(resources)) {
    for (const [name, value] of Object.entries(resource as Record<string, unknown>)) {
      if (value instanceof z.ZodType && isShared(value)) names.set(value, name);
    }
  }
  return names;
}

/** Worth a name of its own in the document: things with fields. Path parameters and filters are written out. */
function isShared(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject || schema instanceof z.ZodUnion;
}

/** Collects JSON Schemas (2020-12) of the contract; named ones stand once under components and are referred to. */
export class SchemaBook {
  readonly components: Record<string, JsonSchema> = {};
  readonly #names = schemaNames();

  /** The schema of what comes in or goes out: a reference where it has a name. */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const name = this.#nameOf(schema, direction);
    if (name === null) return this.#inline(schema, direction);
    this.#define(name, schema, direction);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Puts a schema of what goes out under components by a name of its own. */
  name(name: string, schema: z.ZodType): void {
    this.#define(name, schema, "output");
  }

  /** Fields of an object schema, written out: parameters. */
  fields(
    schema: z.ZodType,
    direction: Direction,
  ): { properties: Record<string, JsonSchema>; required: string[] } {
    const { properties, required } = this.#inline(schema, direction);
    return { properties: (properties ?? {}) as Record<string, JsonSchema>, required: required ?? [] };
  }

  #define(name: string, schema: z.ZodType, direction: Direction): void {
    if (this.components[name]) return;
    this.components[name] = {};
    this.components[name] = this.#inline(schema, direction);
  }

  #inline(schema: z.ZodType, direction: Direction): JsonSchema {
    const {
      $schema: _,
      "~standard": __,
      ...json
    } = z.toJSONSchema(schema, {
      target: "draft-2020-12",
      io: direction,
      unrepresentable: "any",
      override: (context) =>
        this.#refer(context.zodSchema as unknown as z.ZodType, schema, context.jsonSchema, direction),
    }) as JsonSchema & { "~standard"?: unknown };
    return json;
  }

  #refer(schema: z.ZodType, root: z.ZodType, json: JsonSchema, direction: Direction): void {
    // What leaves is closed by being stripped, not by refusing: an older client's reader must not break on a new field.
    delete json.additionalProperties;
    if (schema instanceof z.ZodRecord) json.additionalProperties = true;
    // zod bounds every integer by what a double can hold: no limit of ours, unless it is one-sided (ids).
    if (json.minimum === Number.MIN_SAFE_INTEGER && json.maximum === Number.MAX_SAFE_INTEGER) {
      delete json.minimum;
      delete json.maximum;
    }
    if (json.type === "number" && json.enum?.every(Number.isInteger)) json.type = "integer";
    const name = schema === root ? null : this.#nameOf(schema, direction);
    if (name === null) return;
    this.#define(name, schema, direction);
    for (const key of Object.keys(json)) delete json[key];
    json.$ref = `#/components/schemas/${name}`;
  }

  /** Input and output of one schema may differ (defaults, dates): what comes in gets a name of its own when both stand here. */
  #nameOf(schema: z.ZodType, direction: Direction): string | null {
    const name = this.#names.get(schema);
    if (name === undefined) return null;
    return direction === "input" && !/^(Create|Update|Edit)/.test(name) ? `${name}Input` : name;
  }
}
