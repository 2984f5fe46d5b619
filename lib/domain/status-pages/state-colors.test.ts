import { expect, test } from "vitest";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { stateColors } from "./state-colors";

const shown = (partial_outage: string, degraded_performance: string) =>
  stateColors({ ...DEFAULT_THEME.light, partial_outage, degraded_performance }).partial_outage;

test("distinguishes a partial outage from degraded performance by hue, including in the default colors", () => {
  const { degraded_performance: degraded, partial_outage: partial } = DEFAULT_THEME.light;
  expect(shown(partial, degraded)).toBe("#f5520b");
  expect(shown("#fbbf24", "#fbbf24")).toBe("#fb6524");
  expect(shown("#c8fb24", "#fbf924")).toBe("#a3fb24");
});

test("keeps colors that differ, and grays", () => {
  expect(shown("#f97316", "#fde047")).toBe("#f97316");
  expect(shown("#808080", "#888888")).toBe("#808080");
});
