import { expect, test } from "vitest";
import { gridSearch, readGridView } from "./grid-view";

// Already 1 March in Berlin.
const AT = Date.parse("2026-02-28T23:30:00Z");
const ZONE = "Europe/Berlin";
const read = (search: string) => readGridView(new URLSearchParams(search), AT, ZONE);
const write = (view: Parameters<typeof gridSearch>[0], page = "") =>
  gridSearch(view, new URLSearchParams(page), AT, ZONE);

test("a link names the last month shown, so that it shows the same months later", () => {
  const search = "?range=7d&availability=days&until=2025-12";
  expect(read(search)).toEqual({ cells: "day", back: 3 });
  expect(write({ cells: "day", back: 3 }, "range=7d")).toBe(search);
});

test("leaves out defaults, and months where single days aren't shown", () => {
  expect(write({ cells: "hour", back: 3 }, "availability=days&until=2025-12")).toBe("");
  expect(write({ cells: "day", back: 0 })).toBe("?availability=days");
});

test.each(["2026-04", "0001-01", "soon", "2025-", ""])("shows the latest months for %j", (until) => {
  expect(read(`availability=days&until=${until}`)).toEqual({ cells: "day", back: 0 });
});
