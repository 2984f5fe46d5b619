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
  tookMs: 120.04,
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
  operator: Extract<HttpAssertion, { type: "response_header" }>["operator"],
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

describe("response_json", () => {
  const document = {
    status: "ok",
    count: 3,
    load: "0.75",
    ready: true,
    none: null,
    items: [{ id: 7, tags: ["web", "eu"] }, { id: 9 }],
    "a.b": { "it's": 1 },
    length: "own",
  };
  const given = { ...answer, body: `\uFEFF${JSON.stringify(document)}` };
  type Json = Extract<HttpAssertion, { type: "response_json" }>;
  const json = (selector: string, operator: Json["operator"], value = ""): Json => ({
    type: "response_json",
    selector,
    operator,
    value,
  });
  test.each<[string, Json["operator"], string, boolean]>([
    ["$.status", "equals", "ok", true],
    ["status", "equals", "OK", false],
    ["$['status']", "not_equals", "down", true],
    ["$.count", "equals", "3", true],
    ["$.count", "equals", "3.0", true],
    ["$.count", "greater_than", "3", false],
    ["$.count", "at_least", "3", true],
    ["$.count", "less_than", "10", true],
    ["$.load", "at_most", "0.75", true],
    ["$.status", "less_than", "10", false],
    ["$.ready", "equals", "true", true],
    ["$.none", "equals", "null", true],
    ["$.none", "exists", "", true],
    ["$.missing", "exists", "", false],
    ["$.missing", "not_exists", "", true],
    ["$.missing.more[0]", "not_exists", "", true],
    // An operator that compares can't hold for nothing, or a renamed field would pass forever.
    ["$.missing", "not_equals", "down", false],
    ["$.missing", "not_contains", "down", false],
    ["$.items[0].id", "equals", "7", true],
    ["items[-1].id", "equals", "9", true],
    ["$.items[2]", "exists", "", false],
    ["$.items.length", "equals", "2", true],
    ["$.status.length", "equals", "2", true],
    ["$.length", "equals", "own", true],
    ["$.items[0].tags", "contains", "eu", true],
    ["$.items[0].tags", "not_contains", "e", true],
    ["$.status", "contains", "k", true],
    ["$['a.b'][\"it's\"]", "equals", "1", true],
    ["$.items[1]", "equals", '{ "id": 9 }', true],
    ["$.constructor", "exists", "", false],
    ["$", "exists", "", true],
  ])("%s %s %j: %s", (selector, operator, value, passed) => {
    expect(passes(json(selector, operator, value), given)).toBe(passed);
  });
  test("quotes the found value, and the body if it isn't JSON", () => {
    const actual = (body: string) =>
      judgeAssertions([json("$.items[0]", "equals", "1")], { ...answer, body })[0]?.actual;
    expect(actual(given.body)).toBe('{"id":7,"tags":["web","eu"]}');
    expect(actual("<h1>502</h1>")).toBe("not JSON: <h1>502</h1>");
    expect(actual("")).toBe("not JSON: ");
    expect(passes(json("$.a", "not_exists"), answer)).toBe(false);
  });
  test("survives JSON that is nested more deeply than the stack", () => {
    const body = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    expect(passes(json("$.a", "exists"), { ...answer, body })).toBe(true);
    expect(passes(json("$.a", "equals", "[]"), { ...answer, body })).toBe(false);
  });
});

test("limits the response time of a check", () => {
  const within = (value: string) =>
    judgeAssertions([{ type: "response_time", operator: "less_than", value }], answer)[0];
  expect(within("121")).toMatchObject({ passed: true, expected: "121 ms", actual: "120.0 ms" });
  expect(within("120")).toMatchObject({ passed: false });
});

test("asks whether a header exists", () => {
  expect(passes(header("set-cookie", "exists", ""))).toBe(true);
  expect(passes(header("etag", "exists", ""))).toBe(false);
  expect(passes(header("etag", "not_exists", ""))).toBe(true);
});
