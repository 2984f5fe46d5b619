import type { JsonSchema } from "./json-schema";

const TEXTS: Record<string, string> = {
  "date-time": "2026-01-31T12:00:00Z",
  uri: "https://example.com/",
  email: "ada@example.com",
  uuid: "0b9f1a5e-6c5f-4b8e-9d0e-2f1f3c4d5e6f",
  ipv4: "192.0.2.1",
};
const MAX_DEPTH = 12;

type Components = Record<string, JsonSchema>;

/** Returns a value that the schema accepts: its own example if it has one, otherwise the simplest valid value. */
export function exampleOf(schema: JsonSchema, components: Components, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null;
  if (schema.$ref) return exampleOf(resolve(schema.$ref, components), components, depth + 1);
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum && schema.enum.length > 0) return schema.enum[0];
  const forms = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (forms?.[0]) return exampleOf(forms[0], components, depth + 1);
  if (schema.allOf) return merged(schema, components, depth);
  return byType(schema, components, depth);
}

function resolve(reference: string, components: Components): JsonSchema {
  return components[reference.split("/").at(-1) ?? ""] ?? {};
}

function merged(schema: JsonSchema, components: Components, depth: number): unknown {
  const parts = (schema.allOf ?? []).map((part) => exampleOf(part as JsonSchema, components, depth + 1));
  return parts.every((part) => typeof part === "object") ? Object.assign({}, ...parts) : parts[0];
}

function byType(schema: JsonSchema, components: Components, depth: number): unknown {
  switch (schema.type) {
    case "object":
      return objectExample(schema, components, depth);
    case "array":
      return schema.items ? [exampleOf(schema.items as JsonSchema, components, depth + 1)] : [];
    case "string":
      return TEXTS[schema.format ?? ""] ?? "text".padEnd(schema.minLength ?? 0, "x");
    case "integer":
    case "number":
      return Math.max(1, Number(schema.minimum ?? 1));
    case "boolean":
      return false;
    default:
      return null;
  }
}

function objectExample(schema: JsonSchema, components: Components, depth: number): Record<string, unknown> {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, components, depth + 1)]));
}
