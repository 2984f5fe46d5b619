import { DATE_TIME, dateFormat } from "@/components/ui/time/date-format";
import { ms } from "@/lib/presenters/core/format";
import type { Plot } from "./series-plot";

const HEAD = "sticky top-0 bg-surface px-3 py-2 text-right font-medium text-muted";

/** Lists the values of a chart, newest first: for screen readers, and for people who want numbers. */
export function SeriesTable({ plot: { rows, keys } }: { plot: Plot }) {
  return (
    <section
      aria-label="Values of the chart"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
      tabIndex={0}
      className="mt-3 max-h-80 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-[13px] whitespace-nowrap">
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-left`}>
              Time
            </th>
            {keys.map(({ key, label }) => (
              <th key={key} scope="col" className={HEAD}>
                {label}
              </th>
            ))}
            <th scope="col" className={HEAD}>
              Failed checks
            </th>
          </tr>
        </thead>
        <tbody>
          {[...rows].reverse().map(({ at, values, down }) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-left font-normal tabular">
                {dateFormat(DATE_TIME).format(at)}
              </th>
              {keys.map(({ key }) => (
                <td key={key} className="px-3 py-1.5 text-right tabular">
                  {ms(values[key] ?? null)}
                </td>
              ))}
              <td className={`px-3 py-1.5 text-right tabular ${down > 0 ? "text-down" : "text-muted"}`}>
                {down}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
