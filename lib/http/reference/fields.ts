import type { JsonSchema } from "@/lib/contract/reference/json-schema";
import type { OpenapiDocument } from "@/lib/contract/reference/openapi";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { inline } from "./html";

const MAX_DEPTH = 4;

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** The member of a union that the field belongs to. */
  readonly form: string;
}

/** Returns a table of fields with type, limits, default, and description. Nested fields have dotted names. */
export function fieldTable(schema: JsonSchema, document: OpenapiDocument): string {
  const rows = fieldsOf(schema, document, "", 0).map(
    ({ name, schema: field, required, form }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required ? ' <span class="must">required</span>' : ""}${form ? ` <small>${escapeHtml(form)}</small>` : ""}</th><td>${escapeHtml(typeOf(field, document))}</td><td>${limits(field, document)}</td></tr>`,
  );
  if (rows.length === 0) return "";
  return `<div class="scroll" tabindex="0"><table><thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function resolve(schema: JsonSchema, document: OpenapiDocument): JsonSchema {
  if (!schema.$ref) return schema;
  return (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) as JsonSchema;
}

function formsOf(schema: JsonSchema): JsonSchema[] {
  const forms = ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).filter((form) => form.type !== "null");
  return forms;
}

function fieldsOf(given: JsonSchema, document: OpenapiDocument, prefix: string, depth: number): Field[] {
  const schema = resolve(given, document);
  if (depth > MAX_DEPTH) return [];
  if (schema.type === "array")
    return fieldsOf((schema.items ?? {}) as JsonSchema, document, `${prefix}[]`, depth + 1);
  const forms = formsOf(schema);
  if (forms.length > 0) return unionFields(forms, document, prefix, depth);
  const required = schema.required ?? [];
  const dot = prefix === "" ? "" : `${prefix}.`;
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, field]) => [
    { name: `${dot}${name}`, schema: field, required: required.includes(name), form: "" },
    ...fieldsOf(field, document, `${dot}${name}`, depth + 1),
  ]);
}

/** Lists the fields of all union members once, labeling those that only one member has. */
function unionFields(forms: JsonSchema[], document: OpenapiDocument, prefix: string, depth: number): Field[] {
  const byName = new Map<string, { field: Field; forms: Set<string> }>();
  for (const form of forms) {
    const label = labelOf(resolve(form, document));
    for (const field of fieldsOf(form, document, prefix, depth)) {
      const key = `${field.name} ${typeOf(field.schema, document)}`;
      const known = byName.get(key) ?? { field, forms: new Set() };
      if (known.field.schema.const !== undefined && field.schema.const !== known.field.schema.const)
        known.field = withChoice(known.field, field);
      known.forms.add(label);
      byName.set(key, known);
    }
  }
  return [...byName.values()].map(({ field, forms: labels }) => ({
    ...field,
    form: field.form || (labels.size < forms.length ? [...labels].filter(Boolean).join(", ") : ""),
  }));
}

/** Combines the values of a discriminator field. */
function withChoice(first: Field, other: Field): Field {
  const { const: value, enum: values = [value], ...schema } = first.schema;
  return { ...first, schema: { ...schema, const: value, enum: [...values, other.schema.const] as never } };
}

function labelOf(schema: JsonSchema): string {
  const fixed = Object.values((schema.properties ?? {}) as Record<string, JsonSchema>).find(
    (field) => typeof field.const === "string",
  );
  return fixed ? String(fixed.const) : (schema.title ?? "");
}

function typeOf(given: JsonSchema, document: OpenapiDocument): string {
  const schema = resolve(given, document);
  const all = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (all) return [...new Set(all.map((form) => typeOf(form, document)))].join(" or ");
  if (schema.type === "array") return `array of ${typeOf((schema.items ?? {}) as JsonSchema, document)}`;
  const types = [
    schema.type ??
      (schema.enum || schema.const !== undefined ? typeof (schema.enum?.[0] ?? schema.const) : "any"),
  ].flat();
  return types.join(" or ");
}

/** Returns the description, followed by the limits of the schema. */
function limits(given: JsonSchema, document: OpenapiDocument): string {
  const schema = resolve(given, document);
  const [form] = formsOf(schema);
  const inner = schema.type === undefined && form ? resolve(form, document) : schema;
  const items = inner.type === "array" ? resolve((inner.items ?? {}) as JsonSchema, document) : inner;
  const parts = [
    given.description ?? schema.description ?? (inner.description ? String(inner.description) : ""),
    range("characters", inner.minLength, inner.maxLength),
    range("items", inner.minItems, inner.maxItems),
    range("", inner.minimum, inner.maximum),
  ].filter(Boolean);
  const values = items.enum ?? (items.const === undefined ? [] : [items.const]);
  const choice =
    values.length > 0
      ? `One of ${values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(", ")}.`
      : "";
  const fallback = given.default ?? schema.default;
  const preset =
    fallback === undefined ? "" : `Default <code>${escapeHtml(JSON.stringify(fallback))}</code>.`;
  return [...parts.map(inline), choice, preset].filter(Boolean).join(" ");
}

function range(unit: string, low?: number, high?: number): string {
  const top = high !== undefined && high < Number.MAX_SAFE_INTEGER ? high : undefined;
  const bottom = low !== undefined && low > -Number.MAX_SAFE_INTEGER ? low : undefined;
  const of = unit === "" ? "" : ` ${unit}`;
  if (bottom !== undefined && top !== undefined) return `${bottom} to ${top}${of}.`;
  if (top !== undefined) return `At most ${top}${of}.`;
  return "";
}
