import { Skeleton } from "@/components/ui/skeleton";
import { HEIGHT } from "./scale";

/** A card's border, padding, and heading with controls. */
const FRAME_PX = 84.5;
/** A line of the legend, and its heading with the space above. */
const LEGEND_LINE_PX = 23.5;
const LEGEND_HEAD_PX = 31.5;
/** Two weeks by hour, and the line below. */
export const HOURS_PX = 300.5;
const COLORS_PX = 32;

/** Returns the height of a legend, so that nothing below moves when its figures arrive: a line per region, and one for all of them. */
export const legendPx = (regions: number): number =>
  LEGEND_HEAD_PX + LEGEND_LINE_PX * (regions > 1 ? regions + 1 : regions);

/** Takes the place of the response times while their script loads. */
export function SeriesSpace({ regions }: { regions: number }) {
  return <Space px={FRAME_PX + HEIGHT + legendPx(regions)} />;
}

/** Takes the place of the availability while its script loads. */
export function AvailabilitySpace() {
  return <Space px={FRAME_PX + HOURS_PX + COLORS_PX} />;
}

function Space({ px }: { px: number }) {
  return (
    <div style={{ height: px }}>
      <Skeleton lines={6} />
    </div>
  );
}
