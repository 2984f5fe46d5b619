import { CONSECUTIVE_MAX } from "@/lib/contract/monitors/fields";
import { Tag } from "@/lib/contract/monitors/tags";
import { INTERVALS_SECONDS, TIMEOUTS_MS } from "@/lib/contract/monitors/times";
import { RequestHeader } from "@/lib/contract/protocols/header";
import { StatusPageFields } from "@/lib/contract/status-pages/fields";
import { slugOf } from "@/lib/domain/core/slug";
import { FORBIDDEN_IN_LINE } from "@/lib/shared/text/control-characters";
import { Entry } from "./entry";
import { type Note, note } from "./note";

const NAME_MAX = 45;
const GROUP_MAX = 100;
const TAGS_MAX = 20;
const PAGE_NAME_MAX = 30;
/** Also of descriptions. */
const TITLE_MAX = 250;
const SUBDOMAIN_MAX = 30;
const SUFFIX = "-status";
const HEADERS_MAX = 10;
const BODY_MAX = 500;
const MS = 1000;

function nearest(allowed: readonly number[], wanted: number): number {
  return allowed.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
}

/** Returns a value after noting how it differs from the given one. */
function changed<Value>(value: Value, field: string, text: string, notes: Note[]): Value {
  notes.push({ field, text });
  return value;
}

/** Returns the allowed interval nearest to the given one, and notes a difference. Null keeps the default. */
export function fittedInterval(seconds: number | null, notes: Note[]): { interval?: number } {
  if (seconds === null) return {};
  if (seconds <= 0) return changed({}, "interval", `${seconds} s becomes the default.`, notes);
  const interval = nearest(INTERVALS_SECONDS, seconds);
  if (interval !== seconds) note(notes, "interval", `${seconds} s becomes ${interval} s.`);
  return { interval };
}

/** Returns the shortest allowed timeout that isn't shorter than the given one, and notes a difference. */
export function fittedTimeout(ms: number | null, notes: Note[]): { timeout?: number } {
  if (ms === null) return {};
  if (ms <= 0) return changed({}, "timeout", `${ms / MS} s becomes the default.`, notes);
  const timeout = TIMEOUTS_MS.find((each) => each >= ms) ?? nearest(TIMEOUTS_MS, ms);
  if (timeout !== ms) note(notes, "timeout", `${ms / MS} s becomes ${timeout / MS} s.`);
  return { timeout };
}

/** Returns consecutive failures within the limits, and notes a difference. */
export function fittedFailures(count: number, notes: Note[]): { incident_confirmations: number } {
  const what = "failures before an alert";
  return { incident_confirmations: fittedCount("incident_confirmations", what, count, notes) };
}

/** Returns consecutive successes within the limits, and notes a difference. */
export function fittedSuccesses(count: number, notes: Note[]): { recovery_confirmations: number } {
  const what = "successes before the recovery";
  return { recovery_confirmations: fittedCount("recovery_confirmations", what, count, notes) };
}

function fittedCount(field: string, what: string, count: number, notes: Note[]): number {
  const fitted = Math.min(CONSECUTIVE_MAX, Math.max(1, Math.round(count)));
  if (fitted !== count) notes.push({ field, text: `${count} ${what} become ${fitted}.` });
  return fitted;
}

const SLOW_MAX_MS = 60_000;

/** Returns when a monitor is degraded, where other products count a single slow check; nothing without a threshold. */
export function fittedSlow(ms: number | null) {
  return ms && ms >= 1 ? { slow_threshold: Math.min(Math.round(ms), SLOW_MAX_MS), slow_share: 10 } : {};
}

/** Returns a name of 2 to 45 characters: the given one, cut, or the host's. */
export function fittedName(given: string, request: unknown, notes: Note[]): string {
  const clean = [...given.normalize()]
    .filter((each) => !FORBIDDEN_IN_LINE.test(each))
    .join("")
    .trim();
  const target = new Entry(request).text("url", "host");
  // Groups and heartbeats have no host.
  const otherwise = (URL.parse(target)?.hostname ?? target) || `${clean || "Unnamed"} monitor`;
  const name = cut([...clean].length < 2 ? otherwise : clean, NAME_MAX);
  return noted("name", given.normalize().trim(), name, notes);
}

/** Returns a text of at most `max` characters, or `otherwise` if too few are given, and notes a difference. */
export function fittedText(
  field: string,
  given: string,
  { min = 1, max, otherwise }: { min?: number; max: number; otherwise: string },
  notes: Note[],
): string {
  const text = cut(given, max);
  return noted(field, given.trim(), [...text].length < min ? otherwise : text, notes);
}

function noted(field: string, given: string, text: string, notes: Note[]): string {
  if (text === given) return text;
  return changed(
    text,
    field,
    `${JSON.stringify(cut(given, 100))} becomes ${JSON.stringify(cut(text, 100))}.`,
    notes,
  );
}

/** Returns the name of a group on a page, cut to its limit. */
export function fittedGroup(given: string, notes: Note[]): string {
  return fittedText("components", given, { max: GROUP_MAX, otherwise: "Services" }, notes);
}

/** Returns tags in the characters that tags may have, and notes those that change or have none of them. */
export function fittedTags(given: readonly string[], notes: Note[]): { tags?: string[] } {
  const fitted = given.map((tag) => {
    const plain = tag.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    return plain.replace(/[^a-z0-9._:-]+/g, "-").slice(0, 100);
  });
  const isValid = (tag: string) => Tag.safeParse(tag).success && /[a-z0-9]/.test(tag);
  const tags = [...new Set(fitted.filter(isValid))].slice(0, TAGS_MAX);
  const lost = given.filter((_, at) => !tags.includes(fitted[at] ?? ""));
  if (lost.length > 0) note(notes, "tags", `The tags ${cut(lost.join(", "), 100)} were left out.`);
  const others = given.flatMap((tag, at) => {
    const own = fitted[at] ?? "";
    return own !== tag && tags.includes(own) ? [`${cut(tag, 100)} becomes ${own}`] : [];
  });
  if (others.length > 0) note(notes, "tags", `${cut([...new Set(others)].join(", "), 500)}.`);
  return tags.length > 0 ? { tags } : {};
}

/** Returns a label that a page can have as its subdomain: reserved names and those that are too short get a suffix. */
export function fittedSubdomain(given: string): string {
  const label = slugOf(given).slice(0, SUBDOMAIN_MAX).replace(/-$/, "");
  const isFree = label.length >= 2 && StatusPageFields.subdomain.safeParse(label).success;
  return isFree ? label : `${label.slice(0, SUBDOMAIN_MAX - SUFFIX.length)}${SUFFIX}`;
}

/** Returns the fields of a request that signs in; none without a user. */
export function signInFields(auth: "basic" | "digest" | "oauth2", user: string, secret: string) {
  return user === "" ? {} : { auth, auth_user: user, auth_secret: secret || null };
}

/** Returns the fields of a request that signs in with OAuth client credentials; none without a client and a token URL. */
export function oauthFields(url: string, client: string, secret: string, scopes: readonly string[]) {
  if (url === "" || client === "") return {};
  const auth_scope = scopes.join(" ") || null;
  return { ...signInFields("oauth2", client, secret), auth_token_url: url, auth_scope };
}

/** Returns the request's headers that can be sent, and notes the others, without their values. */
export function fittedHeaders(given: readonly RequestHeader[], notes: Note[]): { headers?: RequestHeader[] } {
  const headers = given.filter((header) => RequestHeader.safeParse(header).success).slice(0, HEADERS_MAX);
  for (const { name } of given.filter((header) => !headers.includes(header)))
    notes.push(headerNote(name, "can't be sent"));
  return headers.length > 0 ? { headers } : {};
}

/** Adds a header that the other product sends unless the user set it. */
export function withDefault(
  headers: readonly RequestHeader[],
  name: string,
  value: string,
): readonly RequestHeader[] {
  const isSet = headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
  return isSet ? headers : [...headers, { name, value }];
}

/** Returns the headers of an object of names and values, and notes those whose value isn't a text, number, or boolean. */
export function headersOf(given: Entry, notes: Note[]): RequestHeader[] {
  return given.keys().flatMap((name) => {
    const value = given.value(name) ?? "";
    if (typeof value !== "object") return [{ name, value: String(value).trim() }];
    notes.push(headerNote(name, "has a list as its value"));
    return [];
  });
}

/** Notes a header that is left out, without its value. */
export function headerNote(name: string, why: string): Note {
  return { field: "request.headers", text: `The header ${name.slice(0, 50)} ${why} and was left out.` };
}

/** Returns a body for methods that have one, and notes one that is too long or can't be sent. */
export function fittedBody(method: string, body: string, notes: Note[]): { body?: string } {
  if (body === "") return {};
  if (!["POST", "PUT", "PATCH"].includes(method)) {
    note(notes, "request.body", `${method} requests have no body; it was left out.`);
    return {};
  }
  if ([...body].length <= BODY_MAX) return { body };
  note(notes, "request.body", `The body is longer than ${BODY_MAX} characters and was left out.`);
  return {};
}

/** Returns the assertion of these status codes, or of the default ones with a note. */
export function fittedCodes(given: readonly string[], notes: Note[]) {
  const codes = statusCodes(given);
  if (codes === null && given.length > 0)
    note(
      notes,
      "success_assertions",
      `The status codes ${given.join(", ").slice(0, 100)} can't be mapped; 2xx and 30x are accepted.`,
    );
  return { type: "status_code", operator: "in", value: codes ?? "2xx,30x" };
}

/** Returns status codes and ranges such as `200-299` as `2xx`, in the form of an assertion; null when that isn't possible. */
export function statusCodes(given: readonly string[]): string | null {
  const codes = given.map((code) => code.trim()).filter((code) => code !== "");
  if (codes.length === 0) return null;
  const lists = codes.map(rangeCodes);
  const text = lists.every((list) => list !== null) ? [...new Set(lists.flat())].join(",") : "";
  return text !== "" && text.length <= 200 ? text : null;
}

/** Returns a range such as 200-299, a pattern such as 2xx or a single code as patterns of three characters. */
function rangeCodes(text: string): string[] | null {
  if (/^[1-5](?:\d\d|\dx|xx)$/i.test(text)) return [text.toLowerCase()];
  const [, low, high] = /^([1-5]\d\d)\s*-\s*([1-5]\d\d)$/.exec(text) ?? [];
  return low === undefined ? null : spanCodes(Number(low), Number(high));
}

/** Returns the fewest patterns for the codes from `low` to `high`. */
function spanCodes(low: number, high: number): string[] {
  const codes: string[] = [];
  for (let at = low; at <= high; ) {
    const width = [100, 10, 1].find((size) => at % size === 0 && at + size - 1 <= high) ?? 1;
    codes.push(String(at / width) + "x".repeat(Math.log10(width)));
    at += width;
  }
  return codes;
}

const HTTP_CODES = [100, 599] as const;
const CODES_MAX_CHARS = 200;

/** Returns the codes that compare so with a bound, such as `<` 300, in the form of an assertion; null without any. */
export function comparedCodes(operator: string, bound: number): string | null {
  const [low, high] = HTTP_CODES;
  const spans: Readonly<Record<string, readonly [number, number]>> = {
    "<": [low, bound - 1],
    "<=": [low, bound],
    ">": [bound + 1, high],
    ">=": [bound, high],
  };
  const [from, to] = spans[operator] ?? [1, 0];
  const codes = spanCodes(Math.max(from, low), Math.min(to, high)).join(",");
  return codes === "" || codes.length > CODES_MAX_CHARS ? null : codes;
}

const UNITS_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: MS, ms: 1 };

/** Returns the milliseconds of a duration such as `1m30s`, or `otherwise`, with a note if the text isn't a duration. */
export function durationMs<Otherwise extends number | null>(
  field: string,
  text: string,
  otherwise: Otherwise,
  notes: Note[],
): number | Otherwise {
  let total = 0;
  for (const [, count, unit = ""] of text.slice(0, 50).matchAll(/(\d{1,9}(?:\.\d{1,3})?)(ms|d|h|m|s)/g))
    total += Number(count) * (UNITS_MS[unit] ?? 0);
  if (total > 0 || text === "") return total || otherwise;
  return changed(
    otherwise,
    field,
    `${JSON.stringify(cut(text, 100))} isn't a duration, so the default applies.`,
    notes,
  );
}

/** Returns at most this many characters, without trailing whitespace. */
export function cut(text: string, max: number): string {
  return [...text].slice(0, max).join("").trim();
}

/** Notes the components that a page loses, because their monitors aren't imported. */
export function componentsNote(names: readonly string[]): Note[] {
  if (names.length === 0) return [];
  const list = cut(names.join(", "), 500);
  return [{ field: "components", text: `Left out, because their monitors weren't imported: ${list}.` }];
}

/** Returns the texts that a status page needs, and notes those that are cut or too short. */
export function pageTexts(given: string, description: string, notes: Note[]) {
  const limits = { min: 2, otherwise: "Status" };
  const title = fittedText("title", given, { ...limits, max: TITLE_MAX }, notes);
  const otherwise = cut(`Status of ${title}.`, TITLE_MAX);
  return {
    name: fittedText("name", given, { ...limits, max: PAGE_NAME_MAX }, notes),
    title,
    description:
      description.trim() === ""
        ? otherwise
        : fittedText("description", description, { min: 2, max: TITLE_MAX, otherwise }, notes),
  };
}
