import { isoSeconds } from "@/lib/shared/clock";
import { momentText } from "../format";
import type { PageModel } from "../model";

/** Shows an absolute time, because a pre-rendered page can't know when it's read. */
export function Moment({ at, model }: { at: Date; model: PageModel }) {
  return <time dateTime={isoSeconds(at)}>{momentText(at, model.now, model.settings.timeZone)}</time>;
}
