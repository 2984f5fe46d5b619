import type { Theme } from "../theme-schema";

/** For pages with many components: small type, and one line per component on wide screens. */
export const compact: Theme = {
  preset: "compact",
  light: {
    operational: "#1a7f37",
    degraded_performance: "#bf8700",
    partial_outage: "#d1400a",
    major_outage: "#cf222e",
    maintenance: "#0969da",
    empty: "#d1d9e0",
    background: "#ffffff",
    foreground: "#1f2328",
    foreground_muted: "#59636e",
    background_card: "#ffffff",
  },
  dark: {
    operational: "#3fb950",
    degraded_performance: "#d9b020",
    partial_outage: "#f0722f",
    major_outage: "#f85149",
    maintenance: "#4493f8",
    empty: "#3d444d",
    background: "#0d1117",
    foreground: "#f0f6fc",
    foreground_muted: "#9198a1",
    background_card: "#0d1117",
  },
  cover: { light: "#24292f", dark: "#161b22" },
  rounded: true,
  radius: 4,
  border_width: 1,
  font: "geist",
  density: "compact",
  header: "left",
  bars: "blocks",
};
