import type * as z from "zod";

type RawIssue = z.core.$ZodRawIssue;

const MAX_SHOWN_CHARS = 60;
const KINDS: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  tuple: "an array",
  date: "a date",
  null: "null",
};
/** Fields whose values never appear in a message. */
const SECRET = /token|secret|password|key|value|authorization|cookie/i;

/** Returns `request.url` for the path `["request", "url"]`. */
export function dotted(path: readonly PropertyKey[] | undefined): string {
  return (path ?? []).map(String).join(".");
}

/** Returns the name that starts an error text. An empty path is the body itself. */
export function fieldName(path: readonly PropertyKey[] | undefined): string {
  return dotted(path) || "body";
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });

/** Returns the error of a custom rule: the field, the rule, and the received value, where it can be shown. */
export function must(rule: string) {
  return {
    error: ({ path, input }: RawIssue) => {
      const got = given(input, path);
      const isShown = typeof input !== "object" && got !== kindOf(input);
      return `${fieldName(path)} must ${rule}${isShown ? `; got ${got}` : ""}.`;
    },
  };
}

/** Describes a received value: short values verbatim, long values and secrets by type only. */
export function given(value: unknown, path: readonly PropertyKey[] = []): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (SECRET.test(dotted(path))) return kindOf(value);
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return shown.length > MAX_SHOWN_CHARS ? kindOf(value) : shown;
}

function kindOf(value: unknown): string {
  return typeof value === "string" ? "a string" : typeof value === "number" ? "a number" : "a boolean";
}

/**
 * Returns the error text of an issue: the field, the rule, and the received value. Pass it as `error` to zod's parse
 * functions; a schema's own message takes precedence.
 */
export function wording(issue: RawIssue): string | undefined {
  const name = fieldName(issue.path);
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${name} is required.`;
      return `${name} must be ${KINDS[issue.expected] ?? issue.expected}; got ${given(issue.input, issue.path)}.`;
    case "invalid_value":
      return allowed(name, issue.values, issue.input, issue.path);
    case "too_small":
      return bound(name, "at least", Number(issue.minimum), issue);
    case "too_big":
      return bound(name, "at most", Number(issue.maximum), issue);
    case "invalid_union":
      return ofUnion(name, issue);
    case "invalid_format":
      return `${name} must be ${FORMATS[issue.format] ?? `in the ${issue.format} format`}; got ${given(issue.input, issue.path)}.`;
    case "unrecognized_keys":
      return `Unknown fields of ${name}: ${issue.keys.map((key) => given(key)).join(", ")}.`;
    default:
      return undefined;
  }
}

const FORMATS: Record<string, string> = {
  email: "a valid email address",
  url: "a URL that starts with http:// or https://",
  uuid: "a UUID",
  datetime: "an ISO 8601 date with a time zone, such as 2026-01-31T12:00:00Z",
  regex: "in the documented format",
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

/** Names the values of a discriminator, or the types of value that the members of a union accept. */
function ofUnion(field: string, issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const { input, path } = issue;
  if (issue.discriminator !== undefined) {
    const value: unknown = Object(input)[issue.discriminator];
    return allowed(field, Array.isArray(issue.options) ? issue.options : [], value, path);
  }
  if (input === undefined) return `${field} is required.`;
  const kinds = new Set(issue.errors.flat().flatMap(kindsOf));
  return `${field} must be ${OR.format(kinds) || "in one of the documented formats"}; got ${given(input, path)}.`;
}

/** Returns the types or values that a union member accepts, when it rejected the value as a whole. */
function kindsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length > 0) return [];
  if (issue.code === "invalid_type") return [KINDS[issue.expected] ?? issue.expected];
  return issue.code === "invalid_value" ? issue.values.map(String) : [];
}

function bound(name: string, how: string, limit: number, issue: RawIssue & { origin?: string }): string {
  const { input } = issue;
  if (typeof input === "string") {
    return `${name} must have ${how} ${NUMBER.format(limit)} character${limit === 1 ? "" : "s"}; got ${NUMBER.format([...input].length)}.`;
  }
  if (Array.isArray(input)) {
    return `${name} must have ${how} ${NUMBER.format(limit)} item${limit === 1 ? "" : "s"}; got ${NUMBER.format(input.length)}.`;
  }
  const got = given(input, issue.path);
  const isNumber = typeof input === "number" && got === String(input);
  return `${name} must be ${how} ${NUMBER.format(limit)}; got ${isNumber ? NUMBER.format(input) : got}.`;
}
