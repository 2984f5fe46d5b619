import { momentText } from "../format";
import type { PageModel } from "../model";

/** Returns `2026-11-21T05:42Z`, which is as exact as the text. */
const isoMinutes = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;

/**
 * Shows an absolute time, because a pre-rendered page can't know when it's read. The time alone is enough on `today`, which is the
 * day of the page's rendering unless the text around it names another.
 */
export function Moment({ at, model, today }: { at: Date; model: PageModel; today?: Date }) {
  return <time dateTime={isoMinutes(at)}>{momentText(at, today ?? model.now, model.settings)}</time>;
}
