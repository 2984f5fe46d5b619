import type { SeriesPhase } from "@/lib/contract/checks/series";

const REGIONS = ["#4f7df0", "#1fa79a", "#b06bd8", "#d98a2b", "#d9568a", "#7a9a34"] as const;

/** Returns the color of a region by its place among all of the monitor's regions, so that hiding one changes no other. */
export function regionColor(place: number): string {
  return REGIONS[place % REGIONS.length] ?? REGIONS[0];
}

/** The colors that a check's phases have elsewhere, too. */
export const PHASE_COLORS: Record<SeriesPhase, string> = {
  dns: "#8b7bf0",
  connect: "#4f8df0",
  tls: "#25a7a0",
  first_byte: "#e09b1f",
  transfer: "#d96f4c",
};
