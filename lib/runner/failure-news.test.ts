import { expect, test } from "vitest";
import { check } from "@/lib/testing/checks";
import { FailureNews } from "./checker";

const TRACE = {
  method: "GET",
  url: "http://a.example/",
  request_headers: [],
  status_code: 503,
  response_headers: [],
  body: "",
  body_bytes: 0,
};
const failed = (status: number) => check(1, 0, "down", { status_code: status, trace: TRACE });

/** Returns which results of a pair, a minute apart, carry their request and response. */
function shownOf(results: ReturnType<typeof check>[], everyMs = 60_000): boolean[] {
  const news = new FailureNews();
  const pair = {};
  return results.map((result, index) => news.has(pair, result, index * everyMs));
}

test("sends a failure's request and response when it begins and when it changes", () => {
  const story = [failed(503), failed(503), failed(500), failed(500), check(1, 0), failed(500)];
  expect(shownOf(story)).toEqual([true, false, true, false, false, true]);
});

test("sends a lasting failure's request and response once an hour", () => {
  expect(shownOf([failed(503), failed(503), failed(503), failed(503)], 1_200_000)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test("ignores an inconclusive check between two equal failures", () => {
  expect(shownOf([failed(503), check(1, 0, "inconclusive"), failed(503)])).toEqual([true, false, false]);
});
