import type { Theme } from "../theme-schema";

const STATES = {
  operational: "#16a34a",
  degraded_performance: "#fbbf24",
  partial_outage: "#f59e0b",
  major_outage: "#ef4444",
  maintenance: "#6366f1",
  empty: "#d3d3d3",
};

/** The default: bordered cards, and calm grays. */
export const standard: Theme = {
  preset: "standard",
  light: {
    ...STATES,
    background: "#ffffff",
    foreground: "#000000",
    foreground_muted: "#737373",
    background_card: "#fafafa",
  },
  dark: {
    ...STATES,
    background: "#111111",
    foreground: "#ffffff",
    foreground_muted: "#959595",
    background_card: "#1a1a1a",
  },
  cover: { light: "#27272a", dark: "#27272a" },
  rounded: true,
  radius: 8,
  border_width: 1,
  font: "geist",
  density: "comfortable",
  header: "left",
  bars: "bars",
};
