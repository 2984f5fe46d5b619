import { isoSeconds } from "@/lib/shared/clock";
import { clockText, dayText } from "./format";

/** Pages are rendered every minute. A page older than this shows its age. */
export const AGED_AFTER_MS = 5 * 60_000;

/** Placeholder for the notice about the page's age. Invisible while the page is fresh. */
export const AGE_MARK = "<!--age-->";

/** Returns the notice on a page that couldn't be refreshed. */
export function ageLine(renderedAt: Date): string {
  const at = `${dayText(renderedAt, renderedAt, "UTC")}, ${clockText(renderedAt, "UTC")}`;
  return `<p class="card warn s3" role="status"><b>Last updated on <time datetime="${isoSeconds(renderedAt)}">${at}</time>.</b> This page hasn't been able to refresh since then and may be out of date. It will update as soon as possible.</p>`;
}
