import { COUNTED_MAX } from "@/lib/contract/core/count";
import { number } from "./format";

/** The position of a page in its list. */
export interface PageMeta {
  current_page: number;
  from: number | null;
  to: number | null;
  total?: number;
}

/** Formats the total of a list that counts only so far: `1,248`, or `10,000+`. */
export function totalText(total: number): string {
  return total > COUNTED_MAX ? `${number(COUNTED_MAX)}+` : number(total);
}

/** Describes which items a page shows: "1–50 of 1,000", or "1–50" while the total is unknown. */
export function rangeText({ from, to, total }: PageMeta): string {
  if (from === null || to === null) return "No more results";
  const range = from === to ? number(from) : `${number(from)}–${number(to)}`;
  return total === undefined ? range : `${range} of ${totalText(total)}`;
}
