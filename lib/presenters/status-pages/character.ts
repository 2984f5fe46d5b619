import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import type { PageState } from "@/lib/domain/status-pages/page-state";

/** One shape per state, so that color is never the only signal: paths in a 24 × 24 box, filled even-odd. */
export const SHAPES: Record<PageState, string> = {
  empty: "M12 2a10 10 0 100 20 10 10 0 000-20zM7 11v2.5h10V11z",
  operational: "M12 2a10 10 0 100 20 10 10 0 000-20zm5 8-6 6-4-4 1.5-1.5L11 13l4.5-4.5z",
  maintenance: "M4 3h16l1 1v16l-1 1H4l-1-1V4zm4 5v8h2.5V8zm5.5 0v8H16V8z",
  degraded_performance: "M12 2 1.5 21h21zm-1.2 6.5h2.4v6h-2.4zm0 7.5h2.4v2.4h-2.4z",
  partial_outage: "M12 1.5 22.5 12 12 22.5 1.5 12zM7 10.7v2.6h10v-2.6z",
  major_outage: "M8 2h8l6 6v8l-6 6H8l-6-6V8zm1 5L7 9l3 3-3 3 2 2 3-3 3 3 2-2-3-3 3-3-2-2-3 3z",
};

/** Font stacks of the visitor's system, and the page's own font before them if the theme chose it. */
export const FONT_STACKS: Record<Theme["font"], string> = {
  system: "system-ui,sans-serif",
  geist: "Geist,system-ui,sans-serif",
  serif: "ui-serif,Georgia,Cambria,serif",
  mono: "ui-monospace,Menlo,Consolas,monospace",
};

/** The share of a day's slot that its bar fills, and its height in rem. */
export const BAR_SIZES: Record<Theme["bars"], { filled: number; height: number }> = {
  bars: { filled: 0.72, height: 1.75 },
  lines: { filled: 0.45, height: 2.25 },
  blocks: { filled: 0.86, height: 1 },
  ribbon: { filled: 1, height: 0.75 },
};
