import { expect, test } from "vitest";
import * as z from "zod";
import { fillTheme } from "./fill-theme";
import { PRESETS } from "./presets/registry";
import { DEFAULT_THEME, ThemeInput } from "./theme";
import { Theme } from "./theme-schema";

test("keeps the documented default colors", () => {
  const states = {
    operational: "#16a34a",
    degraded_performance: "#fbbf24",
    partial_outage: "#f59e0b",
    major_outage: "#ef4444",
    maintenance: "#6366f1",
    empty: "#d3d3d3",
  };
  expect(ThemeInput.parse(null)).toEqual({
    light: {
      ...states,
      background: "#ffffff",
      foreground: "#000000",
      foreground_muted: "#737373",
      background_card: "#fafafa",
    },
    dark: {
      ...states,
      background: "#111111",
      foreground: "#ffffff",
      foreground_muted: "#959595",
      background_card: "#1a1a1a",
    },
    rounded: true,
    border_width: 1,
  });
});

test("fills a partial theme from its preset", () => {
  const soft = ThemeInput.parse({ preset: "soft", cover: { dark: "#000000" }, font: null });
  expect(soft).toEqual({ ...PRESETS.soft, cover: { ...PRESETS.soft.cover, dark: "#000000" } });
  expect(ThemeInput.parse({ preset: "custom", header: "cover" })).toEqual({
    ...DEFAULT_THEME,
    preset: "custom",
    header: "cover",
  });
});

test("leaves out a look that was never chosen, and shows the standard one", () => {
  const plain = ThemeInput.parse({ rounded: false });
  expect(Object.keys(plain)).toEqual(["light", "dark", "rounded", "border_width"]);
  expect(fillTheme(plain)).toEqual({ ...DEFAULT_THEME, rounded: false });
});

test("keeps the case of colors, as the reference allows", () => {
  expect(ThemeInput.parse({ light: { operational: "#16A34a" } }).light.operational).toBe("#16A34a");
  const { pattern } = z.toJSONSchema(Theme.shape.light.shape.operational);
  expect(new RegExp(pattern ?? "").test("#16A34a")).toBe(true);
});

test.each(Object.entries(PRESETS))("the preset %s is a valid theme under its own name", (name, preset) => {
  expect(Theme.parse(preset)).toEqual({ ...preset, preset: name });
});
