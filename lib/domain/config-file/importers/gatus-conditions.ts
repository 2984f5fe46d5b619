import { jsonPathProblem } from "@/lib/contract/core/json-path";
import { RESPONSE_CODES } from "@/lib/contract/protocols/dns";
import { DEFAULT_ASSERTIONS } from "@/lib/contract/protocols/http-assertions";
import { comparedCodes, statusCodes } from "../fitting";
import { type Note, note } from "../note";
import { literalText } from "./gatus-text";
import { jsonComparison } from "./json-comparison";

interface Assertion {
  readonly type: string;
  readonly operator: string;
  readonly selector?: string;
  readonly value: string;
}

export interface Conditions {
  readonly assertions: Assertion[];
  /** Fields of a DNS request. */
  readonly dns: { expected_response_code?: string; expected_values?: string[] };
  /** Fields of a request that expects a reply. */
  readonly reply: { expected?: string };
  /** Fields of a request about a domain. */
  readonly domain: { days_min?: number };
  /** Whether a condition that decides between up and down wasn't mapped, so that the monitor could say the opposite. */
  isUncertain: boolean;
}

interface Condition {
  readonly place: string;
  readonly operator: string;
  readonly value: string;
}

/** In the order in which Gatus looks for them. */
const OPERATORS = [" == ", " != ", " <= ", " >= ", " > ", " < "];
const TURNED: Readonly<Record<string, string>> = { "<=": ">=", ">=": "<=", ">": "<", "<": ">" };
const PLACE = /^\[([A-Z_]+)\]$/;
/** A place in a JSON body, or its length, or whether it exists. */
const JSON_PLACE = /^(?:\[BODY\]([.[].*)|(len|has)\(\[BODY\]([.[].*)\))$/;
const ANY = /^any\((.*)\)$/;
const PATTERN = /^pat\(\*(.+)\*\)$/;
/** Syntax that a pattern can contain beside plain text. */
const WILDCARD = /[*?[\]\\]/;
const ANY_STATUS: Assertion = { type: "status_code", operator: "in", value: "xxx" };
const DAY_HOURS = 24;
const DECISIVE = ["STATUS", "CONNECTED", "DNS_RCODE"];

/** What an endpoint's conditions can be about: a reply, or a domain, or nothing that a check has. */
export type ConditionKind = "http" | "dns" | "reply" | "domain" | "other";

/** Maps the conditions of an endpoint, and notes each one that has no counterpart. */
export function mapConditions(given: readonly string[], kind: ConditionKind, notes: Note[]): Conditions {
  const mapped: Conditions = { assertions: [], dns: {}, reply: {}, domain: {}, isUncertain: false };
  let unmapped = 0;
  for (const text of given) {
    const condition = conditionOf(text);
    if (condition && (isConnected(condition) || mapOne(mapped, condition, kind, notes))) continue;
    unmapped += 1;
    if (DECISIVE.some((place) => text.includes(`[${place}]`))) mapped.isUncertain = true;
    note(notes, "success_assertions", `${text.slice(0, 100)} ${whyNot(condition)}`);
  }
  if (kind !== "http") return mapped;
  const hasStatus = mapped.assertions.some(({ type }) => type === "status_code");
  if ((unmapped > 0 || given.length === 0) && !hasStatus)
    mapped.assertions.unshift(...(DEFAULT_ASSERTIONS as readonly Assertion[]));
  else if (mapped.assertions.length === 0) mapped.assertions.push(ANY_STATUS);
  return mapped;
}

/** Returns the parts of a condition with its placeholder first; null if it isn't one. */
function conditionOf(text: string): Condition | null {
  const operator = OPERATORS.find((each) => text.includes(each));
  const [left = "", right = "", ...more] = operator ? text.split(operator).map((part) => part.trim()) : [];
  if (!operator || more.length > 0) return null;
  const sign = operator.trim();
  const [place, turned] = [placeOf(left), placeOf(right)];
  const value = literalText(place ? right : left);
  if (value === null || (place !== undefined) === (turned !== undefined)) return null;
  return { place: place ?? turned ?? "", operator: place ? sign : (TURNED[sign] ?? sign), value };
}

/** Returns a placeholder's name, or the whole of one with a path into the body. */
function placeOf(text: string): string | undefined {
  return PLACE.exec(text)?.[1] ?? JSON_PLACE.exec(text)?.[0];
}

/** Every check covers this one. */
function isConnected({ place, operator, value }: Condition): boolean {
  return place === "CONNECTED" && `${operator} ${value}`.match(/^(?:== true|!= false)$/) !== null;
}

function whyNot(condition: Condition | null): string {
  if (condition?.place === "CERTIFICATE_EXPIRATION" && condition.operator.startsWith(">"))
    return "isn't needed, because Vedette tracks every certificate's expiry. Add an alert rule for expiring certificates.";
  return "isn't supported and was left out.";
}

function mapOne(mapped: Conditions, condition: Condition, kind: string, notes: Note[]): boolean {
  if (kind === "dns" && condition.place === "DNS_RCODE") return mapResponseCode(mapped, condition);
  if (
    kind === "dns" &&
    condition.place === "BODY" &&
    condition.operator === "==" &&
    isPlain(condition.value)
  ) {
    mapped.dns.expected_values = [...(mapped.dns.expected_values ?? []), condition.value];
    return true;
  }
  if (kind === "domain") return mapExpiry(mapped, condition);
  if (kind === "reply") return mapReply(mapped, condition);
  if (kind === "other") return false;
  const assertion = kind === "dns" ? dnsAssertion(condition) : httpAssertion(condition, notes);
  if (assertion) mapped.assertions.push(assertion);
  return assertion !== null;
}

/** Maps the time until a domain expires. */
function mapExpiry({ domain }: Conditions, { place, operator, value }: Condition): boolean {
  const hours = /^(\d{1,5})h$/.exec(value)?.[1];
  if (place !== "DOMAIN_EXPIRATION" || !operator.startsWith(">") || hours === undefined) return false;
  domain.days_min = Math.max(1, Math.ceil(Number(hours) / DAY_HOURS));
  return true;
}

/** Maps the text that a reply must have. */
function mapReply({ reply }: Conditions, { place, operator, value }: Condition): boolean {
  const text = patternText(value);
  if (place !== "BODY" || operator !== "==" || text === null || reply.expected !== undefined) return false;
  reply.expected = text;
  return true;
}

function mapResponseCode({ dns }: Conditions, { operator, value }: Condition): boolean {
  const isKnown = operator === "==" && RESPONSE_CODES.some((code) => code === value);
  const isOther = dns.expected_response_code !== undefined && dns.expected_response_code !== value;
  if (!isKnown || isOther) return false;
  dns.expected_response_code = value;
  return true;
}

function dnsAssertion({ place, operator, value }: Condition): Assertion | null {
  if (place === "RESPONSE_TIME") return timeAssertion(operator, value);
  const isEqual = operator === "==";
  if (place !== "BODY" || (!isEqual && operator !== "!=")) return null;
  const part = patternText(value);
  if (part !== null)
    return { type: "record_value", operator: isEqual ? "contains" : "not_contains", value: part };
  return !isEqual && isPlain(value) ? { type: "record_value", operator: "not_equals", value } : null;
}

function httpAssertion({ place, operator, value }: Condition, notes: Note[]): Assertion | null {
  if (place === "STATUS") return statusAssertion(operator, value);
  if (place === "RESPONSE_TIME") return timeAssertion(operator, value);
  return place === "BODY" ? bodyAssertion(operator, value, notes) : jsonAssertion(place, operator, value);
}

function timeAssertion(operator: string, value: string): Assertion | null {
  const isLimit = operator.startsWith("<") && /^[1-9]\d{0,4}$/.test(value);
  return isLimit ? { type: "response_time", operator: "less_than", value } : null;
}

/** Maps a condition on a part of a JSON body. Gatus compares texts, and numbers by value, as this assertion does. */
function jsonAssertion(place: string, operator: string, value: string): Assertion | null {
  const [, path, func, inside] = JSON_PLACE.exec(place) ?? [];
  if (path === undefined && func === undefined) return null;
  const selector = `$${path ?? inside}${func === "len" ? ".length" : ""}`;
  if (jsonPathProblem(selector) !== null) return null;
  if (func === "has") {
    const isAsked = /^(?:==|!=) (?:true|false)$/.test(`${operator} ${value}`);
    const isWanted = (operator === "==") === (value === "true");
    const asked = isWanted ? "exists" : "not_exists";
    return isAsked ? { type: "response_json", operator: asked, selector, value: "" } : null;
  }
  const part = patternText(value);
  const found = { "==": "contains", "!=": "not_contains" }[operator];
  if (part !== null) return found ? jsonComparison(selector, found, part) : null;
  return isPlain(value) ? jsonComparison(selector, operator, value) : null;
}

function statusAssertion(operator: string, value: string): Assertion | null {
  const type = "status_code";
  if (operator === "==" || operator === "!=") {
    const codes = statusCodes((ANY.exec(value)?.[1] ?? value).split(",").map(statusPattern));
    return codes === null ? null : { type, operator: operator === "==" ? "in" : "not_in", value: codes };
  }
  const codes = /^\d{1,3}$/.test(value) ? comparedCodes(operator, Number(value)) : null;
  return codes === null ? null : { type, operator: "in", value: codes };
}

/** Returns `2xx` for `pat(2*)`. Gatus compares whole texts, so that a range such as `200-299` never matches. */
function statusPattern(text: string): string {
  const digits = /^pat\(([1-5]\d?)\*\)$/.exec(text.trim())?.[1];
  if (digits) return digits.padEnd(3, "x");
  return /^[1-5]\d\d$/.test(text.trim()) ? text : "unknown";
}

function bodyAssertion(operator: string, value: string, notes: Note[]): Assertion | null {
  if (operator !== "==" && operator !== "!=") return null;
  const type = "response_body";
  const part = patternText(value);
  if (part !== null) return { type, operator: operator === "==" ? "contains" : "not_contains", value: part };
  if (operator === "!=" || !isPlain(value)) return null;
  note(
    notes,
    "success_assertions",
    `[BODY] == ${value.slice(0, 80)} becomes a check that the body contains this text.`,
  );
  return { type, operator: "contains", value };
}

/** Returns the text that `pat(*text*)` looks for; null for other values. */
function patternText(value: string): string | null {
  const text = PATTERN.exec(value)?.[1];
  return text === undefined || WILDCARD.test(text) ? null : text;
}

/** Returns whether a value is compared as it is: neither a function nor another placeholder. */
function isPlain(value: string): boolean {
  return value !== "" && !/^(?:any|pat|len|has)\(|^\[/.test(value);
}
