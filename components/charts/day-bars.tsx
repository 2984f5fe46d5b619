import { duration } from "@/lib/presenters/core/format";
import { DAY_HEIGHT, DAY_WIDTH, DayChart } from "./day-chart";

/** Round durations that the scale may end with, in minutes; above, whole days. */
const TOPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720];

/** Draws the downtime of each day as bars. */
export function DayBars({ days }: { days: readonly { at: string; downtime: number }[] }) {
  const highest = Math.max(0, ...days.map(({ downtime }) => downtime));
  if (highest === 0) return <p className="text-muted">No downtime in this period</p>;
  const top = TOPS_MIN.find((minutes) => minutes * 60 >= highest) ?? Math.ceil(highest / 86_400) * 1440;
  const heightOf = (seconds: number) => Math.max(2, (seconds / 60 / top) * DAY_HEIGHT);
  return (
    <DayChart
      label="Downtime by day"
      days={days.map(({ at, downtime }) => ({ at, text: downtime > 0 ? duration(downtime) : null }))}
      ticks={[duration(top * 60), duration(top * 30), "0"]}
    >
      {days.map(
        ({ at, downtime }, index) =>
          downtime > 0 && (
            <rect
              key={at}
              x={index * DAY_WIDTH + 1.5}
              y={DAY_HEIGHT - heightOf(downtime)}
              width={DAY_WIDTH - 3}
              height={heightOf(downtime)}
              fill="var(--down-fill)"
            />
          ),
      )}
    </DayChart>
  );
}
