import {
  ENTITY_FIELDS,
  type EntityName,
  EVENT_ENTITIES,
  type EventKey,
  LIST_ENTITY,
} from "@/lib/contract/core/events";

/** Entities by name with their fields, as placeholders read them. `affected_monitors` is a list of entities. */
export type Entities = Record<string, Record<string, unknown> | readonly Record<string, unknown>[]>;

const NAME = /^\s*([a-z_]+)\.([a-z_]+)\s*$/;
const DEPTH_MAX = 20;

/**
 * Returns the error in a body schema for this event, or null. Everything is checked when a rule is saved, so that rendering
 * can't fail later.
 */
export function schemaProblem(text: string, event: EventKey): string | null {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    return `The schema must be valid JSON: ${(error as Error).message}.`;
  }
  if (schema === null || typeof schema !== "object") {
    return "The schema must be a JSON object or array.";
  }
  return problemIn(schema, { event, inItem: false, depth: 0 });
}

interface Place {
  readonly event: EventKey;
  readonly inItem: boolean;
  readonly depth: number;
}

function problemIn(value: unknown, place: Place): string | null {
  if (typeof value === "string") return textProblem(value, place);
  if (value === null || typeof value !== "object") return null;
  if (place.depth > DEPTH_MAX) return `The schema is nested deeper than ${DEPTH_MAX} levels.`;
  const deeper = { ...place, depth: place.depth + 1 };
  if (Array.isArray(value)) return firstProblem(value, deeper);
  if ("$each" in value || "$item" in value) return eachProblem(value as Record<string, unknown>, deeper);
  const badKey = Object.keys(value).find((key) => key.includes("{{"));
  if (badKey !== undefined)
    return `Placeholders are allowed in values, not in keys; got the key "${badKey}".`;
  return firstProblem(Object.values(value), deeper);
}

function firstProblem(values: readonly unknown[], place: Place): string | null {
  for (const value of values) {
    const problem = problemIn(value, place);
    if (problem) return problem;
  }
  return null;
}

function eachProblem(value: Record<string, unknown>, place: Place): string | null {
  if (place.inItem) return "$each can't be used inside another $each.";
  const keys = Object.keys(value).sort().join(" ");
  if (keys !== "$each $item") return `$each and $item must be the only keys of their object; got ${keys}.`;
  if (value.$each !== LIST_ENTITY || !EVENT_ENTITIES[place.event].includes(LIST_ENTITY)) {
    const rule = EVENT_ENTITIES[place.event].includes(LIST_ENTITY)
      ? `must be "${LIST_ENTITY}"`
      : `can't be used with ${place.event}, which has no list`;
    return `$each ${rule}; got ${JSON.stringify(value.$each)}.`;
  }
  return problemIn(value.$item, { ...place, inItem: true });
}

function textProblem(text: string, place: Place): string | null {
  const unknown = placeholdersIn(text).find(({ inner }) => {
    const [, entity = "", field = ""] = NAME.exec(inner) ?? [];
    return !isKnown(entity, field, place);
  });
  return unknown ? unknownText(`{{${unknown.inner}}}`, place) : null;
}

function isKnown(entity: string, field: string, place: Place): boolean {
  if (entity === "item")
    return place.inItem && (ENTITY_FIELDS[LIST_ENTITY] as readonly string[]).includes(field);
  if (entity === LIST_ENTITY || !EVENT_ENTITIES[place.event].includes(entity as EntityName)) return false;
  return (ENTITY_FIELDS[entity as EntityName] as readonly string[]).includes(field);
}

function unknownText(placeholder: string, place: Place): string {
  const shown = placeholder.length > 80 ? `${placeholder.slice(0, 80)}…` : placeholder;
  const entities = EVENT_ENTITIES[place.event].filter((name) => name !== LIST_ENTITY).join(", ");
  const item = place.inItem ? ", item" : "";
  return `The placeholder ${shown} is unknown; ${place.event} allows {{ entity.field }} with the entities ${entities}${item}.`;
}

/**
 * Fills a validated schema in a single pass, so that values are never read as placeholders again. A placeholder alone keeps its JSON
 * type; within a longer text, null is empty and objects are JSON. Throws on a schema that wasn't validated.
 */
export function renderSchema(text: string, entities: Entities): string {
  return JSON.stringify(render(JSON.parse(text), entities));
}

function render(value: unknown, entities: Entities): unknown {
  if (typeof value === "string") return renderText(value, entities);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => render(item, entities));
  if ("$each" in value && "$item" in value) {
    const list = entities[String(value.$each)];
    if (!Array.isArray(list)) return [];
    return list.map((item) => render(value.$item, { ...entities, item }));
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, render(item, entities)]));
}

function renderText(text: string, entities: Entities): unknown {
  const alone = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(text);
  if (alone) return lookUp(alone[1] ?? "", entities);
  const found = placeholdersIn(text);
  const filled = found.map(({ before, inner }) => before + asText(lookUp(inner, entities)));
  return filled.join("") + text.slice(found.at(-1)?.end ?? 0);
}

/** Finds each `{{…}}` up to the nearest `}}`, with the text before it. */
function placeholdersIn(text: string): { before: string; inner: string; end: number }[] {
  const found: { before: string; inner: string; end: number }[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf("{{", at);
    const close = start < 0 ? -1 : text.indexOf("}}", start + 2);
    if (close < 0) return found;
    found.push({ before: text.slice(at, start), inner: text.slice(start + 2, close), end: close + 2 });
    at = close + 2;
  }
}

function lookUp(inner: string, entities: Entities): unknown {
  const [, entity = "", field = ""] = NAME.exec(inner) ?? [];
  const found = Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  if (!found || Array.isArray(found)) return null;
  return (Object.hasOwn(found, field) ? (found as Record<string, unknown>)[field] : null) ?? null;
}

function asText(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
