import { describe, expect, test } from "vitest";
import { PRESETS } from "@/lib/contract/status-pages/presets/registry";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import type { Palette } from "@/lib/contract/status-pages/theme-schema";
import { colorPairs, coverText, shapeColors, weakPairs } from "./page-colors";
import { hueDistance } from "./state-colors";

const looks = Object.entries(PRESETS).flatMap(([name, theme]) => [
  { name, scheme: "light" as const, theme },
  { name, scheme: "dark" as const, theme },
]);

describe.each(looks)("$name in $scheme", ({ theme, scheme }) => {
  test("passes AA in every pair of colors, including those of a cover", () => {
    expect(weakPairs({ ...theme, header: "cover" }, scheme)).toEqual([]);
  });

  test("tells partial outages from degraded performance by their hue", () => {
    const { partial_outage, degraded_performance } = shapeColors(theme[scheme]);
    expect(hueDistance(partial_outage, degraded_performance)).toBeGreaterThanOrEqual(24.5);
  });
});

test("darkens a state's color only as far as it takes to see it", () => {
  const shown = shapeColors(DEFAULT_THEME.light);
  expect(shown).toMatchObject({ operational: "#16a34a", major_outage: "#ef4444", maintenance: "#6366f1" });
  expect(shown.degraded_performance).not.toBe(DEFAULT_THEME.light.degraded_performance);
  expect(shapeColors(DEFAULT_THEME.dark).degraded_performance).toBe("#fbbf24");
});

test("names the weak pairs of a theme with their actual and required contrast", () => {
  const light: Palette = { ...DEFAULT_THEME.light, foreground_muted: "#9a9a9a", background: "#000000" };
  const weak = weakPairs({ ...DEFAULT_THEME, light }, "light");
  expect(weak).toContainEqual({
    name: "Text on the background",
    color: "#000000",
    background: "#000000",
    ratio: 1,
    need: 4.5,
  });
  expect(weak.map(({ name }) => name)).toContain("Muted text on cards");
});

test("keeps text on a cover readable in any color", () => {
  for (const cover of ["#000000", "#777777", "#767676", "#4f46e5", "#ffff00", "#ffffff"]) {
    const covers = { light: cover, dark: cover };
    const weak = weakPairs({ ...DEFAULT_THEME, header: "cover", cover: covers }, "light");
    expect([cover, coverText(cover), weak.map(({ name }) => name)]).toEqual([cover, coverText(cover), []]);
  }
});

test("lists the text on the cover only where there is one", () => {
  const names = colorPairs(DEFAULT_THEME, "light").map(({ name }) => name);
  expect(names).not.toContain("Text on the cover");
  expect(new Set(names).size).toBe(names.length);
});
