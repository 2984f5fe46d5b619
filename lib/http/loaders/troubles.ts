import { type ShownTroubles, shownTroubles } from "@/lib/presenters/runners/shown-troubles";
import { troubles } from "@/lib/presenters/runners/words";
import { recentTroubleSources } from "@/lib/services/runners/troubles";
import { now } from "@/lib/shared/clock";
import { loadCaller } from "./load";

/** Returns the problems of the server and its runners, as far as the bar above every page has room for it. */
export async function loadTroubles(): Promise<ShownTroubles> {
  try {
    const { readiness, runners } = await recentTroubleSources(await loadCaller());
    return shownTroubles(troubles(readiness, runners, now()));
  } catch {
    // The page itself says what failed. If it didn't fail, the browser reads this again.
    return shownTroubles([]);
  }
}
