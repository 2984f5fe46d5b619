import { expect, test } from "vitest";
import * as z from "zod";
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
  expect(ThemeInput.parse(null)).toMatchObject({
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

test("completes a theme that was stored before presets existed", () => {
  const { light, dark, rounded, border_width } = DEFAULT_THEME;
  const { cover: lightCover, ...oldLight } = light;
  const { cover: darkCover, ...oldDark } = dark;
  const stored = { light: { ...oldLight, operational: "#112233" }, dark: oldDark, rounded, border_width };
  expect(ThemeInput.parse(stored)).toEqual({
    ...DEFAULT_THEME,
    light: { ...oldLight, operational: "#112233", cover: lightCover },
    dark: { ...oldDark, cover: darkCover },
  });
});

test("fills a partial theme from its preset", () => {
  const soft = ThemeInput.parse({ preset: "soft", dark: { cover: "#000000" }, font: null });
  expect(soft).toEqual({ ...PRESETS.soft, dark: { ...PRESETS.soft.dark, cover: "#000000" } });
  expect(ThemeInput.parse({ preset: "custom", header: "cover" })).toEqual({
    ...DEFAULT_THEME,
    preset: "custom",
    header: "cover",
  });
});

test("keeps the case of colors, which the reference allows too", () => {
  expect(ThemeInput.parse({ light: { operational: "#16A34a" } }).light.operational).toBe("#16A34a");
  const { pattern } = z.toJSONSchema(Theme.shape.light.shape.operational);
  expect(new RegExp(pattern ?? "").test("#16A34a")).toBe(true);
});

test.each(Object.entries(PRESETS))("the preset %s is a valid theme under its own name", (name, preset) => {
  expect(Theme.parse(preset)).toEqual({ ...preset, preset: name });
});
