import { spanCodes, statusCodes } from "../fitting";
import type { Note } from "../note";

export interface Conditions {
  readonly assertions: { type: string; operator: string; value: string }[];
  /** Fields of a DNS request. */
  readonly dns: { expected_response_code?: string; expected_values?: string[] };
}

const CONDITION = /^\[([A-Z_]+)\]\s{0,9}(==|!=|<=|>=|<|>)\s{0,9}(.+)$/;
const ANY = /^any\((.*)\)$/;
const PATTERN = /^pat\(\*(.+)\*\)$/;
const HTTP_CODES = [100, 599] as const;
/** Conditions that every check already covers. */
const IMPLIED: Readonly<Record<string, string>> = {
  CONNECTED: "",
  CERTIFICATE_EXPIRATION:
    "isn't needed, because Vedette tracks every certificate's expiry. Add an alert rule for expiring certificates.",
};

/** Maps the conditions of an endpoint, and notes each one that has no counterpart. */
export function mapConditions(conditions: readonly string[], isDns: boolean, notes: Note[]): Conditions {
  const mapped: Conditions = { assertions: [], dns: {} };
  for (const condition of conditions) {
    const [, place = "", operator = "", value = ""] = CONDITION.exec(condition.trim()) ?? [];
    const isMapped = isDns
      ? mapDns(mapped, place, operator, value)
      : mapHttp(mapped, place, operator, value.trim());
    if (isMapped) continue;
    const implied = Object.hasOwn(IMPLIED, place) ? IMPLIED[place] : "isn't supported and was left out.";
    if (implied) notes.push({ field: "success_assertions", text: `${condition.slice(0, 100)} ${implied}` });
  }
  return mapped;
}

function mapDns({ dns }: Conditions, place: string, operator: string, value: string): boolean {
  if (operator !== "==") return false;
  if (place === "DNS_RCODE") dns.expected_response_code = value;
  else if (place === "BODY" && !/[()]/.test(value)) dns.expected_values = [value];
  else return false;
  return true;
}

function mapHttp({ assertions }: Conditions, place: string, operator: string, value: string): boolean {
  const assertion =
    place === "STATUS"
      ? statusAssertion(operator, value)
      : place === "BODY"
        ? bodyAssertion(operator, value)
        : null;
  if (assertion) assertions.push(assertion);
  return assertion !== null;
}

function statusAssertion(operator: string, value: string) {
  const type = "status_code";
  if (operator === "==" || operator === "!=") {
    const codes = statusCodes((ANY.exec(value)?.[1] ?? value).split(","));
    return codes && { type, operator: operator === "==" ? "in" : "not_in", value: codes };
  }
  const bound = /^[1-5]\d\d$/.test(value) ? Number(value) : null;
  if (bound === null) return null;
  const [low, high] = HTTP_CODES;
  const span = {
    "<": [low, bound - 1],
    "<=": [low, bound],
    ">": [bound + 1, high],
    ">=": [bound, high],
  }[operator] ?? [1, 0];
  const codes = spanCodes(span[0] ?? 1, span[1] ?? 0).join(",");
  return codes === "" || codes.length > 200 ? null : { type, operator: "in", value: codes };
}

function bodyAssertion(operator: string, value: string) {
  const text = PATTERN.exec(value)?.[1];
  if (text === undefined || text.includes("*") || (operator !== "==" && operator !== "!=")) return null;
  return { type: "response_body", operator: operator === "==" ? "contains" : "not_contains", value: text };
}
