import { expect, test } from "vitest";
import { ALL_RESULTS, periodFrom, readResultView, resultFilter, resultsHref } from "./result-view";

const read = (href: string) =>
  readResultView(new URL(href, "https://up.example.com/monitors/7").searchParams);

test.each([
  [
    { ...ALL_RESULTS, kind: "down", region: "eu-deu-fra" },
    { outcome: "down", region: "eu-deu-fra" },
  ],
  [{ ...ALL_RESULTS, kind: "recorded" }, { with_trace: "true" }],
  [
    { ...ALL_RESULTS, ...periodFrom(Date.parse("2026-11-21T06:00:00.400Z"), 720_000) },
    { from: "2026-11-21T06:00:00Z", to: "2026-11-21T06:12:00Z" },
  ],
  [ALL_RESULTS, {}],
] as const)("a link leads to the checks %o, and keeps what else the page shows", (view, filter) => {
  const href = resultsHref(view, new URLSearchParams("range=7d&checks=inconclusive"));
  expect(read(href)).toEqual(view);
  expect(href).toMatch(/[?&]range=7d.*#results$/);
  expect(resultFilter(view)).toEqual(filter);
});

test("a broken link lists all checks", () => {
  expect(read("?checks=x&checks_region=mars&checks_from=2026-13-45T99:00:00Z&checks_to=soon")).toEqual(
    ALL_RESULTS,
  );
});
