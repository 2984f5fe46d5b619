import type { Trouble } from "./words";

/** Limits runner problems, because more would hide the page on a phone. */
const SHOWN = 2;

/** The problems that the bar above every page has room for, and how many more there are. */
export interface ShownTroubles {
  shown: readonly Trouble[];
  more: number;
}

/** Returns the problems to show: all of the server, which come first, and some of its runners. */
export function shownTroubles(all: readonly Trouble[]): ShownTroubles {
  const ofRunners = all.filter(({ isOfRunners }) => isOfRunners);
  const shown = [...all.filter(({ isOfRunners }) => !isOfRunners), ...ofRunners.slice(0, SHOWN)];
  return { shown, more: all.length - shown.length };
}
