import { isoSeconds } from "@/lib/shared/clock";
import { momentText } from "../format";
import type { PageModel } from "../model";

/** Shows an absolute time, because a pre-rendered page can't know when it's read. The exact time in UTC is its title. */
export function Moment({ at, model }: { at: Date; model: PageModel }) {
  const iso = isoSeconds(at);
  return (
    <time dateTime={iso} title={`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}>
      {momentText(at, model.now, model.settings)}
    </time>
  );
}
