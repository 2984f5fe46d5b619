/** A slice of background work should take this long, so that it delays nothing else and little is repeated after a kill. */
const TARGET_MS = 400;
/**
 * The initial size, and the size after a statement ran into the time limit, because the number of results per monitor
 * isn't known yet. A monitor checked every 30 seconds from all regions has 49,000 a day.
 */
export const FIRST_SLICE_IDS = 1;
const IDS_MAX = 100_000;

/** Returns how many IDs the next slice has, after `ids` took `tookMs`. It at most doubles, because IDs may have gaps. */
export function nextSliceIds(ids: number, tookMs: number): number {
  const factor = Math.min(2, TARGET_MS / Math.max(1, tookMs));
  return Math.min(IDS_MAX, Math.max(1, Math.floor(ids * factor)));
}
