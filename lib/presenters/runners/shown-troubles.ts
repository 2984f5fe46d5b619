import type { Trouble } from "./words";

/** The lines for which a phone has room above the page. */
const LINES = 2;

/** The problems that the bar above every page has room for, and how many more there are. */
export interface ShownTroubles {
  shown: readonly Trouble[];
  more: number;
}

/** Returns the problems to show: all of the server, which come first, and as many of its runners as there is room for, at least one. */
export function shownTroubles(all: readonly Trouble[]): ShownTroubles {
  const ofRunners = all.filter(({ isOfRunners }) => isOfRunners);
  const ofServer = all.filter(({ isOfRunners }) => !isOfRunners);
  const shown = [...ofServer, ...ofRunners.slice(0, Math.max(1, LINES - ofServer.length))];
  return { shown, more: all.length - shown.length };
}
