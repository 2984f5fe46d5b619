import * as z from "zod";
import { isoSeconds } from "@/lib/shared/clock";
import { FORBIDDEN_IN_LINE, FORBIDDEN_IN_TEXT } from "@/lib/shared/text/control-characters";
import { fieldName, must } from "./wording";

/** Half of a surrogate pair, which PostgreSQL cannot store. */
const LONE_SURROGATE = /\p{Cs}/u;

/** A character that people see: neither space nor one without a shape, such as a zero-width joiner or an empty braille cell. */
const VISIBLE = /[^\s\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A positive ID of at most 2^53-1, so that JSON numbers represent it exactly. Paths and queries use decimal text. */
export const Id = z
  .number()
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({
    title: "ID",
    examples: [1],
  });

/**
 * Returns a schema for a single line of `min` to `max` code points: trimmed, NFC, without line breaks, control
 * characters, or text-direction characters.
 */
export function text(min: number, max: number) {
  return bounded(z.string().trim().normalize(), min, max, {
    forbidden: FORBIDDEN_IN_LINE,
    what: "line breaks, tabs, control characters, or text-direction characters",
  });
}

/**
 * Returns a schema for longer text such as Markdown, where whitespace is significant. It is kept verbatim and must not be blank.
 */
export function prose(min: number, max: number) {
  return bounded(z.string(), min, max, {
    forbidden: FORBIDDEN_IN_TEXT,
    what: "control or text-direction characters other than line ends and tabs",
  });
}

/** Returns a schema for an optional multi-line text, in requests. An empty one counts as null, because published clients send that. */
export function optionalProse(max: number) {
  return prose(0, max)
    .nullable()
    .transform((value) => value || null)
    .pipe(prose(1, max).nullable());
}

/** Returns a schema for a link: http or https with a host, at most `max` characters, without username and password. */
export function webUrl(max: number) {
  return text(1, max).refine(isWebUrl, {
    error: ({ path, input }) =>
      `${fieldName(path)} must start with http:// or https:// and include a host, without username or password; got ${JSON.stringify(withoutUser(input))}.`,
  });
}

/** Removes everything before the host, which may contain a password. */
function withoutUser(input: unknown): unknown {
  return typeof input === "string" ? input.replace(/\/\/[^/?#]*@/, "//…@") : input;
}

function isWebUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && hostname !== "" && username === "" && password === "";
}

function bounded(
  schema: z.ZodString,
  min: number,
  max: number,
  { forbidden, what }: { forbidden: RegExp; what: string },
) {
  return schema
    .refine((value) => !forbidden.test(value) && !LONE_SURROGATE.test(value), {
      error: ({ path, input }) =>
        `${fieldName(path)} must not contain ${what}; got ${namedCharacter(String(input), forbidden)}.`,
    })
    .refine((value) => [...value].length >= min && [...value].length <= max, {
      error: ({ path, input }) =>
        `${fieldName(path)} must have ${min === max ? `exactly ${min}` : `${min} to ${max}`} characters; got ${[...String(input)].length}.`,
    })
    .refine((value) => value === "" || VISIBLE.test(value), {
      error: ({ path }) => `${fieldName(path)} must not be blank.`,
    })
    .meta({ minLength: min, maxLength: max });
}

/** Returns text such as `U+000D at position 5`, which locates an invisible character. */
function namedCharacter(value: string, forbidden: RegExp): string {
  const at = value.search(forbidden.test(value) ? forbidden : LONE_SURROGATE);
  const code = value.codePointAt(at) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} at position ${at + 1}`;
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]([01]\d|2[0-3])(?::?([0-5]\d))?)$/;
const MIN_YEAR = 1970;

/** Parses an ISO 8601 date with a time zone. Returns null for invalid dates, including February 30. */
export function parseDate(value: string): Date | null {
  const match = ISO.exec(value);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (year < MIN_YEAR || local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const fraction = /\.(\d{1,3})/.exec(value)?.[1];
  const ms = fraction ? Number(fraction.padEnd(3, "0")) : 0;
  const offset = (Number(match[7] ?? 0) * 60 + Number(match[8] ?? 0)) * 60_000;
  const sign = /-\d\d:?(\d\d)?$/.test(value) && match[7] !== undefined ? -1 : 1;
  return new Date(local.getTime() + ms - sign * offset);
}

/** An incoming date: ISO 8601 with `Z` or a numeric offset, optionally with milliseconds. */
export const DateIn = z
  .string()
  .transform((value, context) => {
    const date = parseDate(value);
    if (date) return date;
    context.addIssue({ code: "invalid_format", format: "datetime", input: value });
    return z.NEVER;
  })
  .meta({ format: "date-time", examples: ["2026-01-31T12:00:00Z"] });

/** An outgoing date: `YYYY-MM-DDTHH:MM:SSZ`, UTC. */
export const DateOut = z
  .string()
  .meta({ format: "date-time", examples: [isoSeconds(new Date(1_769_860_800_000))] });

/** Returns a schema for a list of at most `max` different items. */
export function uniqueList<Item extends z.ZodType<string | number>>(item: Item, max: number) {
  return z
    .array(item)
    .max(max)
    .refine((given) => new Set(given).size === given.length, must("not contain duplicates"));
}
