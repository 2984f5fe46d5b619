import type { Theme } from "../theme-schema";

/** Friendly: a cover in the brand color, large round cards without borders, and ribbons instead of bars. */
export const soft: Theme = {
  preset: "soft",
  light: {
    operational: "#0e9f6e",
    degraded_performance: "#e3a008",
    partial_outage: "#f0541e",
    major_outage: "#e02424",
    maintenance: "#7c3aed",
    empty: "#d8d6e6",
    background: "#f4f4fb",
    foreground: "#1e1b2e",
    foreground_muted: "#625d75",
    background_card: "#ffffff",
  },
  dark: {
    operational: "#34d399",
    degraded_performance: "#fbbf24",
    partial_outage: "#fb6a3c",
    major_outage: "#f87171",
    maintenance: "#a78bfa",
    empty: "#3d3854",
    background: "#14121f",
    foreground: "#f4f2ff",
    foreground_muted: "#a9a4bd",
    background_card: "#1e1b2e",
  },
  cover: { light: "#4f46e5", dark: "#3730a3" },
  rounded: true,
  radius: 16,
  border_width: 0,
  font: "geist",
  density: "comfortable",
  header: "cover",
  bars: "ribbon",
};
