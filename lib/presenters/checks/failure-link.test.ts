import { expect, test } from "vitest";
import { failureHref, readFailure } from "./failure-link";

const FAILURE = { at: "2026-01-31T12:00:05Z", region: "eu-deu-fra" } as const;

test("reads a failure back from its link", () => {
  const href = failureHref(7, FAILURE);
  const url = new URL(href, "http://localhost");
  expect([url.pathname, url.hash]).toEqual(["/monitors/7", "#failures"]);
  expect(readFailure(url.searchParams.get("failure"))).toEqual(FAILURE);
});

test.each([
  null,
  "",
  "2026-01-31T12:00:05Z",
  "2026-01-31T12:00:05Z nowhere",
  "2026-13-31T12:00:05Z eu-deu-fra",
  "yesterday eu-deu-fra",
  "eu-deu-fra 2026-01-31T12:00:05Z",
])("ignores the malformed failure %j", (given) => {
  expect(readFailure(given)).toBeNull();
});
