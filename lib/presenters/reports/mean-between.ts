import { duration } from "@/lib/presenters/core/format";

/** Formats a mean time between failures. One longer than the time that was watched isn't known: its failures weren't seen. */
export function meanBetween(mtbf: number | null, watchedSeconds: number): string {
  return mtbf === null || mtbf > watchedSeconds ? "–" : duration(mtbf);
}
