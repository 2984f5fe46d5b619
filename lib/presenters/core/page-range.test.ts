import { expect, test } from "vitest";
import { rangeText } from "./page-range";

test("names the shown range and the total", () => {
  expect(rangeText({ current_page: 1, from: 1, to: 50, total: 1000 })).toBe("1–50 of 1,000");
  expect(rangeText({ current_page: 21, from: 1001, to: 1001, total: 1001 })).toBe("1,001 of 1,001");
  expect(rangeText({ current_page: 1, from: 1, to: 50, total: 10_000 })).toBe("1–50 of 10,000");
  expect(rangeText({ current_page: 1, from: 1, to: 50, total: 10_001 })).toBe("1–50 of 10,000+");
  expect(rangeText({ current_page: 2, from: 21, to: 40 })).toBe("21–40");
  expect(rangeText({ current_page: 9, from: null, to: null, total: 3 })).toBe("No more results");
});
