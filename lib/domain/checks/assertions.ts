import type { AssertionResult } from "@/lib/contract/checks/check";
import { valueAt } from "@/lib/contract/core/json-path";
import { DEFAULT_ASSERTIONS, type HttpAssertion, isOfBody } from "@/lib/contract/protocols/http-assertions";
import { asksPresence } from "@/lib/contract/protocols/presence";
import { storableText } from "@/lib/shared/storable-text";
import { jsonHolds, jsonText, readJson } from "./json-value";

const MAX_ACTUAL_CHARS = 300;
const EXCERPT_LEAD_CHARS = 100;
/** Context read around an excerpt so that a secret at its edge is recognized before cutting. Longer than any secret a user can set. */
const MARGIN_CHARS = 4096;

/** The response that assertions evaluate: headers in received order, and at most 512 KiB of the decompressed body as text. */
export interface Answer {
  statusCode: number;
  headers: readonly (readonly [name: string, value: string, ...more: unknown[]])[];
  body: string;
  /** From the start of the check, with all redirects. */
  tookMs: number;
}

/** Redacts secrets in the parts of a response that results quote. */
export interface Shown {
  header(name: string, value: string): string;
  text(text: string): string;
}

const AS_IT_IS: Shown = { header: (_, value) => value, text: (text) => text };

interface Finding {
  actual: string | null;
  passed: boolean;
}

/**
 * Evaluates the assertions against a response and returns one result per assertion, in order. Uses the default assertion
 * when there are none. Assertions see the original response; quoted values are redacted through `shown`.
 */
export function judgeAssertions(
  assertions: readonly HttpAssertion[],
  answer: Answer,
  shown: Shown = AS_IT_IS,
): AssertionResult[] {
  const all = assertions.length > 0 ? assertions : DEFAULT_ASSERTIONS;
  let read: { readonly json: unknown } | undefined;
  const json = () => {
    read ??= { json: readJson(answer.body) };
    return read.json;
  };
  return all.map((assertion) => {
    const { actual, passed } = judge(assertion, answer, json, shown);
    const unit = assertion.type === "response_time" ? " ms" : "";
    return {
      type: assertion.type,
      operator: assertion.operator,
      selector: "selector" in assertion ? assertion.selector : null,
      expected: `${assertion.value}${unit}`,
      actual: actual === null ? null : storableText(actual, MAX_ACTUAL_CHARS),
      passed,
    };
  });
}

/** Returns whether any assertion reads the body. If none does, the checker may stop after the headers. */
export function readsBody(assertions: readonly HttpAssertion[]): boolean {
  return assertions.some(isOfBody);
}

function judge(assertion: HttpAssertion, answer: Answer, json: () => unknown, shown: Shown): Finding {
  if (assertion.type === "status_code") return judgeStatus(assertion, answer.statusCode);
  if (assertion.type === "response_header") return judgeHeader(assertion, answer.headers, shown);
  if (assertion.type === "response_json") return judgeJson(assertion, json(), answer.body, shown);
  if (assertion.type === "response_time")
    return { actual: `${answer.tookMs.toFixed(1)} ms`, passed: answer.tookMs < Number(assertion.value) };
  return judgeBody(assertion, answer.body, shown);
}

function judgeStatus(
  assertion: Extract<HttpAssertion, { type: "status_code" }>,
  statusCode: number,
): Finding {
  const actual = String(statusCode).padStart(3, "0");
  const listed = assertion.value.split(",").some((pattern) => matchesPattern(pattern, actual));
  return { actual, passed: listed === (assertion.operator === "in") };
}

function matchesPattern(pattern: string, code: string): boolean {
  if (pattern.length !== code.length) return false;
  for (let at = 0; at < code.length; at += 1)
    if (pattern[at] !== "x" && pattern[at] !== code[at]) return false;
  return true;
}

/**
 * Matches a repeated header if any of its values matches, or all of them joined with commas, which RFC 9110 §5.3 defines as
 * equivalent. A negated operator must hold for every value. A missing header equals nothing.
 */
function judgeHeader(
  assertion: Extract<HttpAssertion, { type: "response_header" }>,
  headers: Answer["headers"],
  shown: Shown,
): Finding {
  const name = assertion.selector.toLowerCase();
  const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const candidates = values.length > 1 && name !== "set-cookie" ? [...values, values.join(", ")] : values;
  const expected = assertion.value.toLowerCase();
  const matches = (value: string) =>
    assertion.operator.endsWith("equals")
      ? value.trim().toLowerCase() === expected.trim()
      : value.toLowerCase().includes(expected);
  const negated = assertion.operator.startsWith("not_");
  const isMet = asksPresence(assertion.operator) ? values.length > 0 : candidates.some(matches);
  return {
    actual: values.length > 0 ? values.map((value) => shown.header(name, value)).join(", ") : null,
    passed: isMet !== negated,
  };
}

function judgeJson(
  { selector, operator, value }: Extract<HttpAssertion, { type: "response_json" }>,
  json: unknown,
  body: string,
  shown: Shown,
): Finding {
  const found = valueAt(json, selector);
  if (json === undefined) return { actual: `not JSON: ${excerpt(body, -1, "", shown)}`, passed: false };
  const isThere = found !== undefined;
  const passed = asksPresence(operator)
    ? isThere === (operator === "exists")
    : isThere && jsonHolds(operator, found, value);
  return { actual: isThere ? shown.text(jsonText(found).slice(0, MARGIN_CHARS)) : null, passed };
}

function judgeBody(
  assertion: Extract<HttpAssertion, { type: "response_body" }>,
  body: string,
  shown: Shown,
): Finding {
  const wanted = assertion.value.toLowerCase();
  const at = body.toLowerCase().indexOf(wanted);
  return {
    actual: body === "" ? null : excerpt(body, at, wanted, shown),
    passed: at >= 0 === (assertion.operator === "contains"),
  };
}

/** Returns the text around the match, or the beginning of the body without one. */
function excerpt(body: string, at: number, wanted: string, shown: Shown): string {
  const around = body.slice(Math.max(0, at - MARGIN_CHARS), Math.max(0, at) + MARGIN_CHARS);
  const text = shown.text(around);
  const start = at < 0 ? 0 : Math.max(0, text.toLowerCase().indexOf(wanted) - EXCERPT_LEAD_CHARS);
  return text.slice(start, start + MAX_ACTUAL_CHARS);
}
