import { isoSeconds } from "@/lib/shared/clock";
import { clockText, dayText } from "./format";

/** Pages are sealed every minute; older than this, somebody should know. */
export const AGED_AFTER_MS = 5 * 60_000;

/** Where a line about the page's age goes; nobody sees it while the page is fresh. */
export const AGE_MARK = "<!--age-->";

/** What stands on a page that could not be refreshed. */
export function ageLine(sealedAt: Date): string {
  const at = `${dayText(sealedAt, sealedAt, "UTC")}, ${clockText(sealedAt, "UTC")}`;
  return `<p class="card warn s3" role="status"><b>This is how things stood on <time datetime="${isoSeconds(sealedAt)}">${at}</time>.</b> The page could not be refreshed since, and will be as soon as possible.</p>`;
}
