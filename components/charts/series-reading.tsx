import Link from "next/link";
import { cn } from "@/components/ui/class-names";
import { DATE_TIME, dateFormat } from "@/components/ui/time/date-format";
import type { ChartRow } from "@/lib/presenters/checks/series-chart";
import { counted, duration, ms } from "@/lib/presenters/core/format";
import type { Plot } from "./series-plot";

const WIDTH_PX = 232;

/** Returns the time that a step covers, with its zone: `Nov 26, 2026, 14:05 – 14:17 GMT+1 (12 min)`. */
function spanText({ at }: ChartRow, { stepMs }: Plot): string {
  const from = dateFormat(DATE_TIME).format(at);
  const isWithinDay = new Date(at).toDateString() === new Date(at + stepMs).toDateString();
  const until = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  const day = isWithinDay ? {} : ({ month: "short", day: "numeric" } as const);
  return `${from} – ${dateFormat({ ...day, ...until }).format(at + stepMs)} (${duration(stepMs / 1000)})`;
}

/** Returns the marks that a step of the chart lies in. */
function marksAt({ at }: ChartRow, { marks, stepMs }: Plot) {
  return marks.filter(({ from, to }) => from < at + stepMs && to >= at);
}

function checksText({ down, inconclusive }: ChartRow): string[] {
  return [
    ...(down > 0 ? [counted(down, "failed check")] : []),
    ...(inconclusive > 0 ? [counted(inconclusive, "inconclusive check")] : []),
  ];
}

/** Returns the text that a screen reader reads about a step. */
export function readingText(row: ChartRow, plot: Plot): string {
  const values = plot.keys.map(({ key, label }) => `${label} ${ms(row.values[key] ?? null)}`);
  return [
    spanText(row, plot),
    ...values,
    ...checksText(row),
    ...marksAt(row, plot).map(({ title }) => title),
  ].join(", ");
}

/** Shows the values of one step beside the cursor. */
export function Reading({
  row,
  plot,
  left,
  width,
  href,
}: {
  row: ChartRow;
  plot: Plot;
  left: number;
  width: number;
  /** Where the step's checks are listed; null while the cursor moves. */
  href: string | null;
}) {
  const before = plot.before.find(({ at }) => Math.abs(at - row.at) <= plot.stepMs / 2);
  const place = left + 12 + WIDTH_PX > width ? Math.max(0, left - 12 - WIDTH_PX) : left + 12;
  const total = Object.values(row.values).reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return (
    <div
      className={cn(
        "absolute top-5 z-10 rounded-lg border border-line bg-raised px-3 py-2 text-[13px] shadow-(--shadow)",
        !href && "pointer-events-none",
      )}
      style={{ left: place, width: WIDTH_PX }}
    >
      <p className="font-medium tabular">{spanText(row, plot)}</p>
      {plot.keys.map(({ key, label, color }) => (
        <p key={key} className="flex items-center gap-2">
          <span className="size-2 shrink-0 rounded-full" style={{ background: color }} />
          <span className="truncate">{label}</span>
          <span className="ml-auto pl-2 whitespace-nowrap tabular">
            {ms(row.values[key] ?? null)}
            {before && <span className="text-muted"> was {ms(before.values[key] ?? null)}</span>}
          </span>
        </p>
      ))}
      {plot.stacked && <p className="text-right font-medium tabular">{ms(total)}</p>}
      {row.down > 0 && <p className="text-down">{counted(row.down, "failed check")}</p>}
      {row.inconclusive > 0 && (
        <p className="text-muted">{counted(row.inconclusive, "inconclusive check")}</p>
      )}
      {marksAt(row, plot).map(({ key, title }) => (
        <p key={key} className="truncate text-muted">
          {title}
        </p>
      ))}
      {href && (
        <Link href={href} className="underline underline-offset-2">
          View checks
        </Link>
      )}
    </div>
  );
}
