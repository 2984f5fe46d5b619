import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { isoSeconds } from "@/lib/shared/clock";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { clockText, dayText } from "./format";

/** Pages are rendered every minute. A page older than this shows its age. */
export const AGED_AFTER_MS = 5 * 60_000;

/** Placeholder for the notice about the page's age. Invisible while the page is fresh. */
export const AGE_MARK = "<!--age-->";

/** Returns the notice on a page that couldn't be refreshed. */
export function ageLine(renderedAt: Date, language: PageLanguage): string {
  const place = { language, timeZone: "UTC" };
  const words = wordsOf(place);
  const at = words.moment(dayText(renderedAt, renderedAt, place), clockText(renderedAt, place));
  const time = `<time datetime="${isoSeconds(renderedAt)}">${at}</time>`;
  return `<p class="card warn s3" role="status"><b>${words.aged.updated.replace("{at}", time)}</b> ${words.aged.reason}</p>`;
}
