import { type Assertion, DEFAULT_ASSERTIONS } from "@/lib/contract/assertions";
import type { AssertionVerdict } from "@/lib/contract/check";
import { storableText } from "@/lib/shared/storable-text";

const MAX_ACTUAL_CHARS = 300;
const EXCERPT_LEAD_CHARS = 100;

/** What assertions look at: headers as received, in order; the decompressed body as text, at most 512 KiB of it. */
export interface Answer {
  statusCode: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

interface Finding {
  actual: string | null;
  passed: boolean;
}

/** Judges an HTTP answer: one verdict an assertion, in order. Without assertions the default one is judged. */
export function judgeAssertions(assertions: readonly Assertion[], answer: Answer): AssertionVerdict[] {
  const all = assertions.length > 0 ? assertions : DEFAULT_ASSERTIONS;
  return all.map((assertion) => {
    const { actual, passed } = judge(assertion, answer);
    return {
      type: assertion.type,
      operator: assertion.operator,
      selector: assertion.type === "response_header" ? assertion.selector : null,
      expected: assertion.value,
      actual: actual === null ? null : storableText(actual, MAX_ACTUAL_CHARS),
      passed,
    };
  });
}

/** Whether any assertion reads the body: without one the checker may stop after the headers. */
export function readsBody(assertions: readonly Assertion[]): boolean {
  return assertions.some((assertion) => assertion.type === "response_body");
}

function judge(assertion: Assertion, answer: Answer): Finding {
  if (assertion.type === "status_code") return judgeStatus(assertion, answer.statusCode);
  if (assertion.type === "response_header") return judgeHeader(assertion, answer.headers);
  return judgeBody(assertion, answer.body);
}

function judgeStatus(assertion: Extract<Assertion, { type: "status_code" }>, statusCode: number): Finding {
  const actual = String(statusCode).padStart(3, "0");
  const listed = assertion.value.split(",").some((pattern) => matchesPattern(pattern, actual));
  return { actual, passed: listed === (assertion.operator === "in") };
}

function matchesPattern(pattern: string, code: string): boolean {
  return (
    pattern.length === code.length && [...pattern].every((char, at) => char === "x" || char === code[at])
  );
}

/** A repeated header holds when one of its values does; a negated operator must hold for all. A missing one equals nothing. */
function judgeHeader(
  assertion: Extract<Assertion, { type: "response_header" }>,
  headers: Answer["headers"],
): Finding {
  const name = assertion.selector.toLowerCase();
  const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const expected = assertion.value.toLowerCase();
  const matches = (value: string) =>
    assertion.operator.endsWith("equals")
      ? value.trim().toLowerCase() === expected
      : value.toLowerCase().includes(expected);
  const negated = assertion.operator.startsWith("not_");
  return {
    actual: values.length > 0 ? values.join(", ") : null,
    passed: values.some(matches) !== negated,
  };
}

function judgeBody(assertion: Extract<Assertion, { type: "response_body" }>, body: string): Finding {
  const at = body.toLowerCase().indexOf(assertion.value.toLowerCase());
  const start = Math.max(0, at - EXCERPT_LEAD_CHARS);
  return {
    actual: body === "" ? null : body.slice(start, start + MAX_ACTUAL_CHARS),
    passed: at >= 0 === (assertion.operator === "contains"),
  };
}
