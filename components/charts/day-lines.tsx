import { cn } from "@/components/ui/class-names";
import { DAY_HEIGHT, DAY_WIDTH, DayChart } from "./day-chart";

export interface DayLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly isDashed?: boolean;
}

/** Draws values of each day as lines, with gaps where there are none. */
export function DayLines({
  label,
  days,
  lines,
  low,
  high,
  format,
  scale = format,
}: {
  label: string;
  days: readonly { at: string }[];
  lines: readonly DayLine[];
  low: number;
  high: number;
  format: (value: number) => string;
  /** Writes the round values of the scale; as the others by default. */
  scale?: (value: number) => string;
}) {
  const textOf = (index: number) =>
    lines
      .filter(({ values }) => typeof values[index] === "number")
      .map(({ name, values }) => `${name} ${format(values[index] ?? 0)}`.trim())
      .join(", ") || null;
  return (
    <>
      <DayChart
        label={label}
        days={days.map(({ at }, index) => ({ at, text: textOf(index) }))}
        ticks={[high, (high + low) / 2, low].map(scale)}
      >
        {lines.map(({ name, values, isDashed }) => (
          <path
            key={name}
            d={pathOf(values, (value) => DAY_HEIGHT * (1 - (value - low) / (high - low)))}
            fill="none"
            className="stroke-accent"
            strokeWidth="1.5"
            strokeDasharray={isDashed ? "4 3" : undefined}
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </DayChart>
      {lines.length > 1 && (
        <ul className="mt-3 flex gap-4 text-xs text-muted" aria-hidden="true">
          {lines.map(({ name, isDashed }) => (
            <li key={name} className="flex items-center gap-1.5">
              <span className={cn("w-5 border-t-2 border-accent", isDashed && "border-dashed")} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns a path through the middle of each day. A day between gaps is a point. */
function pathOf(values: readonly (number | null)[], y: (value: number) => number): string {
  return values
    .map((value, index) => {
      if (value === null) return "";
      const starts = (values[index - 1] ?? null) === null;
      const at = `${(index + 0.5) * DAY_WIDTH} ${y(value).toFixed(1)}`;
      return starts ? `M${at}h0.01` : `L${at}`;
    })
    .join("");
}
