import { expect, test } from "vitest";
import { PRESETS } from "@/lib/contract/status-pages/presets/registry";
import { contrastWarnings } from "./theme-warnings";

const { standard } = PRESETS;
const theme = { ...standard, dark: { ...standard.dark, foreground_muted: "#777777" } };

test("has no warning for a preset", () => {
  expect(contrastWarnings({ theme: standard, color_scheme: "all" })).toEqual([]);
});

test("names the pair, its color scheme, its contrast rounded down, and what it needs", () => {
  expect(contrastWarnings({ theme, color_scheme: "all" })).toEqual([
    "Muted text on the background, dark: the contrast is 4.2, but should be at least 4.5.",
    "Muted text on cards, dark: the contrast is 3.8, but should be at least 4.5.",
  ]);
});

test("has no warning for a color scheme that visitors can't see", () => {
  expect(contrastWarnings({ theme, color_scheme: "light" })).toEqual([]);
});
