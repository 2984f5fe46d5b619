import type { ReactNode } from "react";
import { useDayText } from "@/components/ui/time/time";

/** Units of the picture: a day is as wide as a tenth of the picture is high. */
export const DAY_WIDTH = 10;
export const DAY_HEIGHT = 100;
const MOST_LABELS = 6;

export interface ChartDay {
  readonly at: string;
  /** The chart's text about the day; null leaves it out of the table. */
  readonly text: string | null;
}

/** Draws the frame of a chart of days, which prints as it is shown. A table for screen readers says the same. */
export function DayChart({
  label,
  days,
  ticks,
  children,
}: {
  label: string;
  days: readonly ChartDay[];
  /** From the top of the picture to its bottom. */
  ticks: readonly string[];
  children: ReactNode;
}) {
  const dayText = useDayText();
  const every = Math.ceil(days.length / MOST_LABELS);
  return (
    <>
      <div className="flex gap-3" aria-hidden="true">
        <div className="flex h-[100px] flex-col justify-between text-right text-xs text-muted tabular">
          {ticks.map((tick) => (
            <span key={tick} className="whitespace-nowrap">
              {tick}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <svg
            viewBox={`0 0 ${days.length * DAY_WIDTH} ${DAY_HEIGHT}`}
            preserveAspectRatio="none"
            className="h-[100px] w-full border-b border-line"
            aria-hidden="true"
          >
            {children}
            {days.map(({ at, text }, index) => (
              <rect
                key={at}
                x={index * DAY_WIDTH}
                width={DAY_WIDTH}
                height={DAY_HEIGHT}
                className="fill-transparent hover:fill-ink/5"
              >
                <title>{`${dayText(at)}: ${text ?? "nothing"}`}</title>
              </rect>
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
        <table aria-label={label}>
          <tbody>
            {days
              .filter(({ text }) => text !== null)
              .map(({ at, text }) => (
                <tr key={at}>
                  <th scope="row">{dayText(at)}</th>
                  <td>{text}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
