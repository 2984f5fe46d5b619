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
    { tone: "none", path: "M6 1h2v18h-2z" },
    { tone: "up", path: "M1 1h2v18h-2zM11 1h2v18h-2zM16 1h2v18h-2z" },
    { tone: "warn", path: "M11 1h2v4h-2z" },
    { tone: "down", path: "M16 1h2v18h-2z" },
  ]);
});
