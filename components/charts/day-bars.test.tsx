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
  expect(labels(31)).toEqual(["1 Jan", "7 Jan", "13 Jan", "19 Jan", "25 Jan"]);
  expect(labels(7)).toEqual(["1 Jan", "3 Jan", "5 Jan", "7 Jan"]);
});
