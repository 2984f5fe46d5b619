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

interface Shown extends Field {
  readonly children: Shown[];
}

/** Returns a list of fields with type, limits, default, and description. Fields of objects are folded below them. */
export function fieldList(schema: JsonSchema, document: OpenapiDocument): string {
  return listHtml(nested(fieldsOf(schema, document, "", 0)), document);
}

/** Puts each field below the object or array that contains it. */
function nested(fields: readonly Field[]): Shown[] {
  const top: Shown[] = [];
  const known = new Map<string, Shown>();
  for (const field of fields) {
    const shown = { ...field, children: [] };
    const owner = field.name.slice(0, Math.max(0, field.name.lastIndexOf("."))).replaceAll("[]", "");
    (known.get(owner)?.children ?? top).push(shown);
    known.set(field.name.replaceAll("[]", ""), shown);
  }
  return top;
}

function listHtml(fields: readonly Shown[], document: OpenapiDocument): string {
  if (fields.length === 0) return "";
  const rows = fields.map(({ name, schema, required, form, children }) => {
    const parts = { name: name.slice(name.lastIndexOf(".") + 1), type: typeOf(schema, document), required };
    return rowHtml({ ...parts, note: form, text: limits(schema, document) }, folded(children, document));
  });
  return `<ul class="fields">${rows.join("")}</ul>`;
}

function folded(children: readonly Shown[], document: OpenapiDocument): string {
  if (children.length === 0) return "";
  const count = children.length === 1 ? "1 field" : `${children.length} fields`;
  return `<details><summary>${count}</summary>${listHtml(children, document)}</details>`;
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly note?: string;
  /** HTML. */
  readonly text: string;
}

/** Returns one field or parameter: name and type on a line, and the description below it. */
export function rowHtml({ name, type, required, note = "", text }: Row, below = ""): string {
  const must = required ? ' <span class="must">required</span>' : "";
  const small = note ? ` <small>${escapeHtml(note)}</small>` : "";
  return `<li><code>${escapeHtml(name)}</code> <small>${escapeHtml(type)}</small>${must}${small}${text && `<p>${text}</p>`}${below}</li>`;
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

/** Returns the type in words. */
export function typeOf(given: JsonSchema, document: OpenapiDocument): string {
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
  const text = String(given.description ?? schema.description ?? inner.description ?? "");
  const ranges = [
    range("characters", inner.minLength, inner.maxLength),
    range("items", inner.minItems, inner.maxItems),
    range("", inner.minimum, inner.maximum),
  ];
  const parts = [text, ...ranges.filter((each) => !isSaid(text, each))].filter(Boolean);
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

/** Returns whether a description names the limit itself. */
function isSaid(text: string, limit: string): boolean {
  const said = text.replaceAll(",", "").toLowerCase();
  return (
    said.includes(limit.replace(/\.$/, "").toLowerCase()) ||
    /^\d+ to \d+/.exec(limit)?.some((each) => said.includes(each)) === true
  );
}

function range(unit: string, low?: number, high?: number): string {
  const top = high !== undefined && high < Number.MAX_SAFE_INTEGER ? high : undefined;
  const bottom = low !== undefined && low > -Number.MAX_SAFE_INTEGER ? low : undefined;
  const of = unit === "" ? "" : ` ${unit}`;
  if (bottom !== undefined && top !== undefined) return `${bottom} to ${top}${of}.`;
  if (top !== undefined) return `At most ${top}${of}.`;
  return "";
}
