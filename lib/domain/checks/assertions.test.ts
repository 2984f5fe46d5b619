import { describe, expect, test } from "vitest";
import type { HttpAssertion } from "@/lib/contract/protocols/http-assertions";
import { type Answer, judgeAssertions, readsBody } from "./assertions";

const answer: Answer = {
  statusCode: 204,
  headers: [
    ["Content-Type", "Text/HTML; charset=utf-8"],
    ["Set-Cookie", "a=1"],
    ["set-cookie", "b=2"],
  ],
  body: "<h1>All Systems OPERATIONAL</h1>",
};

function passes(assertion: HttpAssertion, given: Answer = answer): boolean {
  return judgeAssertions([assertion], given).every((result) => result.passed);
}
const status = (operator: "in" | "not_in", value: string): HttpAssertion => ({
  type: "status_code",
  operator,
  value,
});
const header = (
  selector: string,
  operator: "equals" | "not_equals" | "contains" | "not_contains",
  value: string,
): HttpAssertion => ({ type: "response_header", selector, operator, value });
const body = (operator: "contains" | "not_contains", value: string): HttpAssertion => ({
  type: "response_body",
  operator,
  value,
});

describe("status_code", () => {
  test.each([
    ["2xx", 204, true],
    ["20x", 204, true],
    ["204", 204, true],
    ["30x", 310, false],
    ["2xx,30x,418", 418, true],
    ["xxx", 599, true],
    ["x0x", 404, true],
  ])("%s against %i is %s", (value, statusCode, expected) => {
    expect(passes(status("in", value), { ...answer, statusCode })).toBe(expected);
    expect(passes(status("not_in", value), { ...answer, statusCode })).toBe(!expected);
  });

  test("without assertions, only 2xx and 30x pass", () => {
    const up = (statusCode: number) => judgeAssertions([], { ...answer, statusCode }).every((v) => v.passed);
    expect([200, 299, 301, 309].map(up)).toEqual([true, true, true, true]);
    expect([310, 404, 500, 100].map(up)).toEqual([false, false, false, false]);
  });
});

describe("response_header", () => {
  test("name and value ignore case", () => {
    expect(passes(header("content-type", "equals", "text/html; charset=UTF-8"))).toBe(true);
    expect(passes(header("CONTENT-TYPE", "contains", "HTML"))).toBe(true);
    expect(passes(header("Content-Type", "not_contains", "json"))).toBe(true);
  });

  test("one of several values is enough; a negation must hold for all", () => {
    expect(passes(header("Set-Cookie", "equals", "b=2"))).toBe(true);
    expect(passes(header("Set-Cookie", "not_equals", "b=2"))).toBe(false);
  });

  test("also matches the combined value of a repeated header (RFC 9110 §5.3), except for cookies", () => {
    const lines = ["no-store", "no-cache"].map((value) => ["Cache-Control", value] as const);
    const cookies = ["a=1", "b=2"].map((value) => ["Set-Cookie", value] as const);
    const holds = (assertion: HttpAssertion) =>
      judgeAssertions([assertion], { ...answer, headers: [...lines, ...cookies] })[0]?.passed;
    expect(holds(header("Cache-Control", "equals", "no-store, no-cache"))).toBe(true);
    expect(holds(header("Cache-Control", "contains", "store, no"))).toBe(true);
    expect(holds(header("Cache-Control", "not_equals", "no-store, no-cache"))).toBe(false);
    expect(holds(header("Set-Cookie", "contains", "a=1, b=2"))).toBe(false);
  });

  test("ignores surrounding whitespace in expected and received values", () => {
    expect(passes(header("Content-Type", "equals", " text/html; charset=utf-8 "))).toBe(true);
  });

  test("a missing header equals nothing and contains nothing", () => {
    expect(passes(header("X-None", "equals", "a"))).toBe(false);
    expect(passes(header("X-None", "not_equals", "a"))).toBe(true);
    expect(passes(header("X-None", "not_contains", "a"))).toBe(true);
    expect(judgeAssertions([header("X-None", "equals", "a")], answer)[0]?.actual).toBeNull();
  });
});

describe("response_body", () => {
  test("ignores case", () => {
    expect(passes(body("contains", "all systems operational"))).toBe(true);
    expect(passes(body("not_contains", "OUTAGE"))).toBe(true);
    expect(passes(body("not_contains", "systems"))).toBe(false);
  });

  test("the result quotes the match with at most 300 characters", () => {
    const long = { ...answer, body: `${"a".repeat(5000)}ERROR here${"b".repeat(5000)}` };
    const [health] = judgeAssertions([body("not_contains", "error")], long);
    expect(health?.actual).toContain("ERROR here");
    expect(health?.actual).toHaveLength(300);
  });
});

test("only body assertions read the body", () => {
  expect(readsBody([status("in", "2xx"), header("a", "equals", "b")])).toBe(false);
  expect(readsBody([body("contains", "x")])).toBe(true);
});
