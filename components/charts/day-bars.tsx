import { useDayText } from "@/components/ui/time/time";
import { duration } from "@/lib/presenters/core/format";

const BASE = 100;
const MOST_LABELS = 6;
/** Round durations that the scale may end with, in minutes; above, whole days. */
const TOPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720];

/** Draws the downtime of each day as bars. A table for screen readers lists the days with downtime. */
export function DayBars({ days }: { days: readonly { at: string; downtime: number }[] }) {
  const dayText = useDayText();
  const highest = Math.max(0, ...days.map(({ downtime }) => downtime));
  const top = TOPS_MIN.find((minutes) => minutes * 60 >= highest) ?? Math.ceil(highest / 86_400) * 1440;
  const width = days.length * 10;
  const every = Math.ceil(days.length / MOST_LABELS);
  const y = (seconds: number) => BASE - (seconds / 60 / top) * BASE;
  if (highest === 0) return <p className="text-muted">No downtime in this period</p>;
  return (
    <>
      <div className="flex gap-3" aria-hidden="true">
        <div className="flex h-[100px] flex-col justify-between text-right text-xs text-muted tabular">
          <span>{duration(top * 60)}</span>
          <span>{duration(top * 30)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 flex-1">
          <svg
            viewBox={`0 0 ${width} ${BASE}`}
            preserveAspectRatio="none"
            className="h-[100px] w-full border-b border-line"
            aria-hidden="true"
          >
            {days.map(({ at, downtime }, index) => (
              <g key={at}>
                <title>{`${dayText(at)}: ${downtime > 0 ? `${duration(downtime)} down` : "no downtime"}`}</title>
                <rect x={index * 10} y={0} width={10} height={BASE} fill="transparent" />
                <rect
                  x={index * 10 + 1.5}
                  y={Math.min(y(downtime), downtime > 0 ? BASE - 2 : BASE)}
                  width={7}
                  height={downtime > 0 ? Math.max(2, BASE - y(downtime)) : 0}
                  fill="var(--down-fill)"
                />
              </g>
            ))}
          </svg>
          <div className="mt-1 flex text-xs text-muted tabular">
            {days.map(({ at }, index) => (
              <span key={at} className="w-0 flex-1 whitespace-nowrap">
                {index % every === 0 && index + every / 2 <= days.length ? dayText(at) : ""}
              </span>
            ))}
          </div>
        </div>
      </div>
      <div className="sr-only print:hidden">
        <table aria-label="Downtime by day">
          <tbody>
            {days
              .filter(({ downtime }) => downtime > 0)
              .map(({ at, downtime }) => (
                <tr key={at}>
                  <th scope="row">{dayText(at)}</th>
                  <td>{duration(downtime)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
