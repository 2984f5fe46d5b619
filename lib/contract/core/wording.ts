import type * as z from "zod";

type RawIssue = z.core.$ZodRawIssue;

const MAX_SHOWN_CHARS = 60;
const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  tuple: "a list",
  date: "a date",
  null: "null",
};
/** Fields whose value is never repeated in a message. */
const SECRET = /token|secret|password|key|value|authorization|cookie/i;

/** `request.url` of the path `["request", "url"]`. */
export function dotted(path: readonly PropertyKey[] | undefined): string {
  return (path ?? []).map(String).join(".");
}

/** What was given, in words: short values as they are, long ones and secrets by kind only. */
export function given(value: unknown, path: readonly PropertyKey[] = []): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (SECRET.test(dotted(path))) return kindOf(value);
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return shown.length > MAX_SHOWN_CHARS ? kindOf(value) : shown;
}

function kindOf(value: unknown): string {
  return typeof value === "string" ? "text" : typeof value === "number" ? "a number" : "true or false";
}

/**
 * The text of a schema's own refusal: what is wrong, what is allowed, what was given. A text that the schema names itself goes
 * first. Given as `error` to zod's parse functions.
 */
export function wording(issue: RawIssue): string | undefined {
  const field = dotted(issue.path) || "body";
  const name = `The ${field} field`;
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${name} is required.`;
      return `${name} must be ${KINDS[issue.expected] ?? issue.expected}; given was ${given(issue.input, issue.path)}.`;
    case "invalid_value":
      return allowed(field, issue.values, issue.input, issue.path);
    case "too_small":
      return bound(name, "at least", Number(issue.minimum), issue);
    case "too_big":
      return bound(name, "at most", Number(issue.maximum), issue);
    case "invalid_union":
      return ofUnion(field, issue);
    case "invalid_format":
      return `${name} must be ${FORMATS[issue.format] ?? `of the format ${issue.format}`}; given was ${given(issue.input, issue.path)}.`;
    default:
      return undefined;
  }
}

const FORMATS: Record<string, string> = {
  email: "an e-mail address",
  url: "an address that begins with http:// or https://",
  uuid: "a UUID",
  datetime: "a date in ISO 8601 with a zone, such as 2026-01-31T12:00:00Z",
  regex: "of the documented form",
};

function allowed(
  field: string,
  values: readonly unknown[],
  input: unknown,
  path: readonly PropertyKey[] | undefined,
): string {
  if (input === undefined) return `${field} is required and must be ${choices(values)}.`;
  return `${field} must be ${choices(values)}; got ${given(input, path)}.`;
}

function choices(values: readonly unknown[]): string {
  const texts = values.map(String);
  return texts.length > 1 ? `one of ${texts.join(", ")}` : (texts[0] ?? "");
}

const OR = new Intl.ListFormat("en-US", { type: "disjunction" });

/** Names the values of a discriminator, or the kinds of value that the forms of a union take. */
function ofUnion(field: string, issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const { input, path } = issue;
  if (issue.discriminator !== undefined) {
    const value: unknown = Object(input)[issue.discriminator];
    return allowed(field, Array.isArray(issue.options) ? issue.options : [], value, path);
  }
  if (input === undefined) return `The ${field} field is required.`;
  const kinds = new Set(issue.errors.flat().flatMap(kindsOf));
  return `${field} must be ${OR.format(kinds) || "in one of the documented forms"}; got ${given(input, path)}.`;
}

/** What the form of a union that refused a value as a whole would have taken. */
function kindsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length > 0) return [];
  if (issue.code === "invalid_type") return [KINDS[issue.expected] ?? issue.expected];
  return issue.code === "invalid_value" ? issue.values.map(String) : [];
}

function bound(name: string, how: string, limit: number, issue: RawIssue & { origin?: string }): string {
  const { input } = issue;
  if (typeof input === "string") {
    return `${name} must have ${how} ${limit} character${limit === 1 ? "" : "s"}; given were ${[...input].length}.`;
  }
  if (Array.isArray(input)) {
    return `${name} must have ${how} ${limit} item${limit === 1 ? "" : "s"}; given were ${input.length}.`;
  }
  return `${name} must be ${how} ${limit}; given was ${given(input, issue.path)}.`;
}
