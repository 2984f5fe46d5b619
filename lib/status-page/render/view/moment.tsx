import { isoSeconds } from "@/lib/shared/clock";
import type { Place } from "@/lib/status-page/languages/intl";
import { momentText } from "../format";
import { toMarkup } from "../markup";
import type { PageModel } from "../model";

/** The time of the last check on a rendered home page. */
export const CHECKED_TIME = /<time [^<>]*id="checked">[^<>]*<\/time>/;

interface MomentProps {
  readonly at: Date;
  readonly model: Pick<PageModel, "now"> & { readonly settings: Place };
  readonly id?: string;
}

/** Shows an absolute time, because a pre-rendered page can't know when it's read. The exact time in UTC is its title. */
export function Moment({ at, model, id }: MomentProps) {
  const iso = isoSeconds(at);
  return (
    <time dateTime={iso} title={`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`} id={id}>
      {momentText(at, model.now, model.settings)}
    </time>
  );
}

/** Shows when the page's components were last checked. */
export function CheckedMoment({ at, model }: Omit<MomentProps, "id">) {
  return <Moment at={at} model={model} id="checked" />;
}

/** Returns the time of the last check for a page that was rendered earlier. */
export function checkedTime(at: Date, now: Date, settings: Place): string {
  return toMarkup(<CheckedMoment at={at} model={{ now, settings }} />);
}
