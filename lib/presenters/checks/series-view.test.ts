import { beforeEach, expect, test, vi } from "vitest";
import * as clock from "@/lib/shared/clock";
import { rangeBefore, rangeOf, readSeriesView, seriesSearch } from "./series-view";

beforeEach(() => void vi.spyOn(clock, "now").mockImplementation(() => new Date("2026-11-22T21:40:12Z")));

const read = (search: string) => readSeriesView(new URLSearchParams(search));

test("a link restores range, zoom, metric, regions, comparison, and table, and keeps the page's other parameters", () => {
  const search =
    "?failure=x&range=7d&from=2026-11-20T10%3A00%3A00Z&to=2026-11-20T12%3A00%3A00Z&metric=p99&region=eu-deu-fra&compare=1&table=1";
  const view = read(search);
  expect(view).toMatchObject({
    range: "7d",
    metric: "p99",
    regions: ["eu-deu-fra"],
    compare: true,
    table: true,
  });
  expect(view.zoom).toEqual({ from: Date.parse("2026-11-20T10:00Z"), to: Date.parse("2026-11-20T12:00Z") });
  expect(seriesSearch(view, new URLSearchParams(search))).toBe(search.replace("%2C", ","));
});

test("invalid values fall back to the defaults, which the URL leaves out", () => {
  const view = read(
    "range=2y&metric=mean&region=moon&compare=yes&from=2026-11-22T10:00:00Z&to=2026-11-21T10:00:00Z",
  );
  expect(view).toEqual({
    range: "24h",
    zoom: null,
    metric: "p50",
    regions: [],
    compare: false,
    table: false,
  });
  expect(seriesSearch(view, new URLSearchParams("range=2y"))).toBe("");
});

test("a day is the same 24 clock hours as in the monitor list, and ends now", () => {
  const { from, to } = rangeOf({ range: "24h", zoom: null });
  expect([new Date(from).toISOString(), new Date(to).toISOString()]).toEqual([
    "2026-11-21T22:00:00.000Z",
    "2026-11-22T21:41:00.000Z",
  ]);
});

test("the previous period has the same times of day, or the length of the zoomed range", () => {
  const { from, to } = rangeBefore({ range: "24h", zoom: null });
  expect([new Date(from).toISOString(), new Date(to).toISOString()]).toEqual([
    "2026-11-20T22:00:00.000Z",
    "2026-11-21T21:41:00.000Z",
  ]);
  expect(rangeBefore({ range: "7d", zoom: { from: 100, to: 150 } })).toEqual({ from: 50, to: 100 });
});
