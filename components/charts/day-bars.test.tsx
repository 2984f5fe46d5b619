import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DayBars } from "./day-bars";

const DAY_MS = 86_400_000;
const labels = (count: number) => {
  const days = Array.from({ length: count }, (_, day) => ({
    at: new Date(day * DAY_MS).toISOString(),
    downtime: day === 0 ? 60 : 0,
  }));
  const html = renderToStaticMarkup(<DayBars days={days} />);
  return [...html.matchAll(/<span class="w-0[^"]{0,60}">([^<]{1,20})</g)].map(([, text]) => text);
};

test("labels no day that is too close to the end for its label to fit", () => {
  expect(labels(31)).toEqual(["Jan 1", "Jan 7", "Jan 13", "Jan 19", "Jan 25"]);
  expect(labels(7)).toEqual(["Jan 1", "Jan 3", "Jan 5", "Jan 7"]);
});

test("prints no second table under the chart", () => {
  const html = renderToStaticMarkup(<DayBars days={[{ at: "2026-01-01T00:00:00Z", downtime: 60 }]} />);
  expect(html).not.toContain("<caption");
  expect(html).toMatch(/<div class="sr-only print:hidden"><table/);
});
