import { expect, test } from "vitest";
import { contrast, mix } from "./contrast";

test("computes the contrast ratio as WCAG defines it", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 1);
});

test("mixes colors as CSS does", () => {
  expect(mix("#ff0000", 50, "#0000ff")).toBe("#800080");
  expect(mix("#16a34a", 14, "#ffffff")).toBe("#def2e6");
  expect(mix("#000000", 0, "#fafafa")).toBe("#fafafa");
});
