import type { Theme } from "../theme-schema";

/** Like a console: fixed-width type, square corners, and bright states on near-black. */
export const terminal: Theme = {
  preset: "terminal",
  light: {
    operational: "#15803d",
    degraded_performance: "#b58a00",
    partial_outage: "#c2470c",
    major_outage: "#b91c1c",
    maintenance: "#1d4ed8",
    empty: "#cfd3cb",
    background: "#f4f4f0",
    foreground: "#101510",
    foreground_muted: "#565c56",
    background_card: "#f4f4f0",
  },
  dark: {
    operational: "#4ade80",
    degraded_performance: "#facc15",
    partial_outage: "#fb7a3c",
    major_outage: "#f87171",
    maintenance: "#60a5fa",
    empty: "#334033",
    background: "#0a0e0a",
    foreground: "#d7e5d7",
    foreground_muted: "#8a9a8a",
    background_card: "#0f150f",
  },
  cover: { light: "#101510", dark: "#142014" },
  rounded: false,
  radius: 8,
  border_width: 1,
  font: "mono",
  density: "comfortable",
  header: "left",
  bars: "blocks",
};
