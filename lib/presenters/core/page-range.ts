import { number } from "./format";

/** The position of a page in its list. */
export interface PageMeta {
  current_page: number;
  from: number | null;
  to: number | null;
  total?: number;
}

/** Describes which items a page shows: "1–50 of 1,000", or "1–50" while the total is unknown. */
export function rangeText({ from, to, total }: PageMeta): string {
  if (from === null || to === null) return "No more results";
  const range = from === to ? number(from) : `${number(from)}–${number(to)}`;
  return total === undefined ? range : `${range} of ${number(total)}`;
}
