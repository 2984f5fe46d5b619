import { Skeleton } from "@/components/ui/skeleton";
import { now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { HEIGHT } from "./scale";

/** A card's border, padding, and heading with controls. */
const FRAME_PX = 84.5;
/** A line of the legend, and its heading with the space above. */
const LEGEND_LINE_PX = 23.5;
const LEGEND_HEAD_PX = 31.5;
/** The hours of a day, their head, and the most days that are shown. */
const DAY_PX = 20;
const DAYS_HEAD_PX = 20.5;
const DAYS_MAX = 14;
const COLORS_PX = 32;

/** Returns the height of the hours since a monitor was created. */
export function hoursPx(created: number): number {
  const days = Math.ceil((now().getTime() - created) / DAY_MS);
  return DAYS_HEAD_PX + DAY_PX * Math.min(DAYS_MAX, Math.max(1, days));
}

/** Returns the height of a legend, so that nothing below moves when its figures arrive: a line per region, and one for all of them. */
export const legendPx = (regions: number): number =>
  LEGEND_HEAD_PX + LEGEND_LINE_PX * (regions > 1 ? regions + 1 : regions);

/** Takes the place of the response times while their script loads. */
export function SeriesSpace({ regions }: { regions: number }) {
  return <Space px={FRAME_PX + HEIGHT + legendPx(regions)} />;
}

/** Takes the place of the availability while its script loads. */
export function AvailabilitySpace({ since }: { since: string }) {
  return <Space px={FRAME_PX + hoursPx(Date.parse(since)) + COLORS_PX} isFolded />;
}

function Space({ px, isFolded = false }: { px: number /** On phones. */; isFolded?: boolean }) {
  return (
    <div style={{ height: px }} className={isFolded ? "max-sm:h-32! max-sm:overflow-hidden" : ""}>
      <Skeleton lines={6} />
    </div>
  );
}
