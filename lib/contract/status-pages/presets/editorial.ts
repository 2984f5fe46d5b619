import type { Theme } from "../theme-schema";

/** Like print: serif type, a centered title, paper colors, rules instead of boxes. */
export const editorial: Theme = {
  preset: "editorial",
  light: {
    operational: "#3f7d58",
    degraded_performance: "#c79a1b",
    partial_outage: "#c2502b",
    major_outage: "#a4262c",
    maintenance: "#4f6d9a",
    empty: "#ddd6cb",
    background: "#faf7f2",
    foreground: "#1c1917",
    foreground_muted: "#6b6259",
    background_card: "#faf7f2",
  },
  dark: {
    operational: "#7fbf98",
    degraded_performance: "#e0bb4a",
    partial_outage: "#e8804f",
    major_outage: "#e06c6c",
    maintenance: "#8fb0e0",
    empty: "#4a4540",
    background: "#1b1917",
    foreground: "#f2ede4",
    foreground_muted: "#a8a095",
    background_card: "#1b1917",
  },
  cover: { light: "#1c1917", dark: "#2a2622" },
  rounded: false,
  radius: 8,
  border_width: 0,
  font: "serif",
  density: "comfortable",
  header: "centered",
  bars: "lines",
};
