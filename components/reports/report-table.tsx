import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";
import { SortHead } from "@/components/ui/sort-head";
import { StateMark } from "@/components/ui/state-mark";
import type { ProjectReport, ReportSort } from "@/lib/contract/reports/reports";
import { duration, ms, percent } from "@/lib/presenters/core/format";
import { meanBetween } from "@/lib/presenters/reports/mean-between";
import { REPORT_SORT_COLUMNS, type ReportView, reportAddress } from "@/lib/presenters/reports/report-range";

type Row = ProjectReport["monitors"][number];
interface Column {
  label: string;
  /** Set if the column sorts the report. */
  sort?: keyof typeof REPORT_SORT_COLUMNS;
  value: (row: Row, seconds: number) => ReactNode;
  /** Where the column is left out. The CSV has all of them. */
  look?: string;
}

const WIDE = "max-xl:hidden print:table-cell";
const COLUMNS: readonly Column[] = [
  { label: "Availability", sort: "availability", value: (row) => percent(row.availability) },
  { label: "Coverage", value: (row) => percent(row.coverage), look: "max-lg:hidden print:table-cell" },
  { label: "Downtime", sort: "downtime", value: (row) => duration(row.downtime) },
  { label: "Incidents", value: (row) => row.incident_count, look: "max-md:hidden" },
  { label: "MTTR", value: (row) => (row.mttr === null ? "–" : duration(row.mttr)), look: WIDE },
  {
    label: "MTBF",
    value: (row, seconds) => meanBetween(row.mtbf, (seconds * (row.coverage ?? 0)) / 100),
    look: WIDE,
  },
  { label: "p50", value: (row) => ms(row.response_time.p50), look: WIDE },
  { label: "p95", value: (row) => ms(row.response_time.p95) },
  { label: "p99", value: (row) => ms(row.response_time.p99), look: WIDE },
  {
    label: "Worst",
    // An automatic incident has no impact until someone chooses it.
    value: ({ highest_incident_impact: worst }) => {
      if (worst === "operational") return "–";
      return worst === "unknown" ? "Unknown" : <StateMark state={worst} size="sm" />;
    },
  },
];
const HEAD = "px-3 py-2 text-xs font-medium text-muted";
// The looks of rows and cells are defined once, because they would make up most of the page.
const ROWS =
  "[&>tr]:border-b [&>tr]:border-line [&>tr:last-child]:border-0 [&>tr]:hover:bg-hover max-md:[&>tr]:grid max-md:[&>tr]:grid-cols-3 max-md:[&>tr]:gap-x-4 max-md:[&>tr]:gap-y-1.5 max-md:[&>tr]:px-4 max-md:[&>tr]:py-3";
const CELLS = [
  "md:[&_td]:px-3 md:[&_td]:py-2.5 md:[&_td]:text-right [&_td]:tabular",
  "max-md:[&_[data-label]]:before:block max-md:[&_[data-label]]:before:text-[13px] max-md:[&_[data-label]]:before:text-muted max-md:[&_[data-label]]:before:content-[attr(data-label)]",
  // Names take what is left.
  "md:[&_td:first-child]:w-full md:[&_td:first-child]:max-w-0 md:[&_td:first-child]:min-w-40 md:[&_td:first-child]:pl-4 md:[&_td:first-child]:text-left",
  "max-md:[&_td:first-child]:col-[1/4] max-md:[&_td:first-child]:row-start-1 max-md:[&_td:first-child]:min-w-0 max-md:[&_td:first-child]:pr-40",
  // The worst impact is shown next to the name on phones.
  "md:[&_td:last-child]:pr-4 max-md:[&_td:last-child]:col-[1/4] max-md:[&_td:last-child]:row-start-1 max-md:[&_td:last-child]:justify-self-end max-md:[&_td:last-child]:before:mr-2 max-md:[&_td:last-child]:before:inline",
].join(" ");

/** Lists the monitors of a report: a table, on a phone one card per monitor with its main figures. */
export function ReportTable({ report, view }: { report: ProjectReport; view: ReportView }) {
  const seconds = (Date.parse(report.report_end_at) - Date.parse(report.report_start_at)) / 1000;
  const head = ({ label, sort, look }: Omit<Column, "value">) =>
    sort ? (
      <SortHead
        key={label}
        label={label}
        column={sort}
        first={REPORT_SORT_COLUMNS[sort] as ReportSort}
        sort={view.sort}
        hrefOf={(next) => reportAddress({ ...view, sort: next, page: 1 })}
        className={cn(HEAD, look)}
      />
    ) : (
      <th key={label} scope="col" className={cn(HEAD, look)}>
        {label}
      </th>
    );
  return (
    <table className="w-full whitespace-nowrap max-md:block max-md:[&>tbody]:block" aria-label="Monitors">
      <thead className="border-b border-line max-md:sr-only">
        <tr>
          {head({ label: "Monitor", sort: "name", look: "pl-4 text-left" })}
          {COLUMNS.map((column) => head({ ...column, look: `text-right last:pr-4 ${column.look ?? ""}` }))}
        </tr>
      </thead>
      <tbody className={`${ROWS} ${CELLS}`}>
        {report.monitors.map((row) => (
          <tr key={row.id} data-row>
            <td>
              <Link
                href={`/monitors/${row.id}`}
                className="block truncate rounded font-medium hover:underline"
              >
                {row.name}
              </Link>
            </td>
            {COLUMNS.map(({ label, value, look }) => (
              <td key={label} className={look} data-label={label}>
                {value(row, seconds)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
