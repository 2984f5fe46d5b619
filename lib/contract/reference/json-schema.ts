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

/** Returns whether a schema deserves a name in the document. Objects do; path parameters and filters are inlined. */
function isShared(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject || schema instanceof z.ZodUnion;
}

/** Collects the contract's JSON Schemas (2020-12). Named ones appear once under components and are referenced. */
export class SchemaRegistry {
  readonly components: Record<string, JsonSchema> = {};
  readonly #names = schemaNames();

  /** Returns the schema of a request or response, as a reference if it has a name. */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const name = this.#nameOf(schema, direction);
    if (name === null) return this.#inline(schema, direction);
    this.#define(name, schema, direction);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Adds a response schema to the components under its own name. */
  name(name: string, schema: z.ZodType): void {
    this.#define(name, schema, "output");
  }

  /** Returns the fields of an object schema, inlined as parameters. */
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
      override: (context) => this.#refer(context.zodSchema, schema, context.jsonSchema, direction),
    }) as JsonSchema & { "~standard"?: unknown };
    return json;
  }

  #refer(schema: z.core.$ZodType, root: z.ZodType, json: JsonSchema, direction: Direction): void {
    // Responses are closed by removing unknown fields, not by rejecting them: an older client must not break on a new field.
    delete json.additionalProperties;
    if (schema instanceof z.ZodRecord) json.additionalProperties = true;
    // zod limits every integer to what a double can represent. Only a one-sided limit (IDs) is intentional.
    if (json.minimum === Number.MIN_SAFE_INTEGER && json.maximum === Number.MAX_SAFE_INTEGER) {
      delete json.minimum;
      delete json.maximum;
    }
    if (json.type === "number" && json.enum?.every(Number.isInteger)) json.type = "integer";
    if (schema === root || !(schema instanceof z.ZodType)) return;
    const name = this.#nameOf(schema, direction);
    if (name === null) return;
    this.#define(name, schema, direction);
    for (const key of Object.keys(json)) delete json[key];
    json.$ref = `#/components/schemas/${name}`;
  }

  /**
   * Input and output of one schema can differ (defaults, dates), so the input gets its own name when both are in the document.
   */
  #nameOf(schema: z.ZodType, direction: Direction): string | null {
    const name = this.#names.get(schema);
    if (name === undefined) return null;
    return direction === "input" && !/^(Create|Update|Edit)/.test(name) ? `${name}Input` : name;
  }
}
