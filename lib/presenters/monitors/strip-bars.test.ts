import { expect, test } from "vitest";
import { stripBars } from "./strip-bars";

test("draws good hours at full height, failures from the top, and hours without data apart", () => {
  const hours = [
    { up: 60, down: 0 },
    { up: 0, down: 0 },
    { up: 45, down: 15 },
    { up: 0, down: 60 },
  ];
  expect(stripBars(hours)).toEqual([
    { tone: "none", path: "M5 0h4v20h-4z" },
    { tone: "up", path: "M0 0h4v20h-4zM10 0h9v20h-9z" },
    { tone: "warn", path: "M10 0h4v6h-4z" },
    { tone: "down", path: "M15 0h4v20h-4z" },
  ]);
});
