import type { Place } from "@/lib/status-page/languages/intl";
import type { PageModel } from "@/lib/status-page/model/model";
import { momentText } from "../format";
import { toMarkup } from "../markup";

/** The time of the last check on a rendered home page. */
export const CHECKED_TIME = /<time [^<>]*id="checked">[^<>]*<\/time>/;

/** Returns `2026-11-21T05:42Z`, which is as exact as the text. */
const isoMinutes = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;

interface MomentProps {
  readonly at: Date;
  readonly model: Pick<PageModel, "now"> & { readonly settings: Place };
  readonly today?: Date;
  readonly id?: string;
}

/**
 * Shows an absolute time, because a pre-rendered page can't know when it's read. The time alone is enough on `today`, which is the
 * day of the page's rendering unless the text around it names another.
 */
export function Moment({ at, model, today, id }: MomentProps) {
  return (
    <time dateTime={isoMinutes(at)} id={id}>
      {momentText(at, today ?? model.now, model.settings)}
    </time>
  );
}

/** Shows when the page's components were last checked. */
export function CheckedMoment({ at, model }: Pick<MomentProps, "at" | "model">) {
  return <Moment at={at} model={model} id="checked" />;
}

/** Returns the time of the last check for a page that was rendered earlier. */
export function checkedTime(at: Date, now: Date, settings: Place): string {
  return toMarkup(<CheckedMoment at={at} model={{ now, settings }} />);
}
