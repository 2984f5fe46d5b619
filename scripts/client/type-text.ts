/** The part of JSON Schema 2020-12 that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly maxProperties?: number;
  readonly additionalProperties?: Schema | boolean;
}

const PLAIN: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** Converts a schema to a TypeScript type. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return union(forms.map(typeText));
  if (schema.allOf) return schema.allOf.map((part) => `(${typeText(part)})`).join(" & ");
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeText({ ...schema, type })));
  if (schema.type === "array") return `Array<${schema.items ? typeText(schema.items) : "unknown"}>`;
  if (schema.type === "object" || schema.properties) return objectText(schema);
  return PLAIN[String(schema.type)] ?? "unknown";
}

function union(parts: readonly string[]): string {
  return [...new Set(parts)].join(" | ");
}

function objectText({ properties, required = [], maxProperties, additionalProperties }: Schema): string {
  if (maxProperties === 0) return "Record<string, never>";
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0) {
    const values = typeof additionalProperties === "object" ? typeText(additionalProperties) : "unknown";
    return `Record<string, ${values}>`;
  }
  const lines = fields.map(([name, field]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const note = field.description
      ? `/** ${field.description.replaceAll("*/", "* /").replace(/\s+/g, " ")} */\n`
      : "";
    return `${note}${key}${required.includes(name) ? "" : "?"}: ${typeText(field)};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}
