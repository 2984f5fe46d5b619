import { expect, test } from "vitest";
import { watchLine } from "./watch-line";

const good = { up: 60, down: 0 };

test("stays high while all is good, dips by the share of failures, and marks steps without data", () => {
  expect(watchLine([good, { up: 0, down: 0 }, good, { up: 45, down: 15 }, good])).toEqual([
    { tone: "up", line: "M0 3H5M10 3H15M20 3H25" },
    { tone: "none", line: "M5 10H10" },
    { tone: "warn", line: "M15 3V9H20V3" },
  ]);
});

test("leaves the dip of an outage that lasts open, in the tone of its worst step", () => {
  expect(watchLine([good, { up: 45, down: 15 }, { up: 0, down: 60 }])).toEqual([
    { tone: "up", line: "M0 3H5" },
    { tone: "down", line: "M5 3V9H10V17H15", open: "M5 3V9H10V17H15V3z" },
  ]);
});
