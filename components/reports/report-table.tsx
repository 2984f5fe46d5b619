import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";
import { StateMark } from "@/components/ui/state-mark";
import type { ProjectReport } from "@/lib/contract/reports/reports";
import { duration, ms, percent } from "@/lib/presenters/core/format";

type Row = ProjectReport["monitors"][number];
interface Column {
  label: string;
  value: (row: Row) => ReactNode;
  /** Where the column is left out. The CSV has all of them. */
  look?: string;
}

const WIDE = "max-xl:hidden print:table-cell";
const COLUMNS: readonly Column[] = [
  { label: "Availability", value: (row) => percent(row.availability) },
  { label: "Coverage", value: (row) => percent(row.coverage), look: "max-lg:hidden" },
  { label: "Downtime", value: (row) => duration(row.downtime) },
  { label: "Incidents", value: (row) => row.incident_count, look: "max-md:hidden" },
  { label: "MTTR", value: (row) => (row.mttr === null ? "–" : duration(row.mttr)), look: WIDE },
  { label: "MTBF", value: (row) => (row.mtbf === null ? "–" : duration(row.mtbf)), look: WIDE },
  { label: "p50", value: (row) => ms(row.response_time.p50), look: WIDE },
  { label: "p95", value: (row) => ms(row.response_time.p95) },
  { label: "p99", value: (row) => ms(row.response_time.p99), look: WIDE },
  {
    label: "Worst",
    value: (row) => <StateMark state={row.highest_incident_impact} size="sm" />,
    look: "max-md:order-first max-md:col-start-3 max-md:row-start-1 pr-4 max-md:justify-self-end",
  },
];
const HEAD = "px-3 py-2 text-right text-xs font-medium text-muted";
const CELL = "px-3 py-2.5 text-right tabular max-md:p-0 max-md:text-left";

/** Lists the monitors of a report: a table, on a phone one card per monitor with its main figures. */
export function ReportTable({ report }: { report: ProjectReport }) {
  return (
    <table className="w-full whitespace-nowrap max-md:block max-md:[&>tbody]:block" aria-label="Monitors">
      <thead className="border-b border-line max-md:sr-only">
        <tr>
          <th scope="col" className={`${HEAD} pl-4 text-left`}>
            Monitor
          </th>
          {COLUMNS.map(({ label, look }) => (
            <th key={label} scope="col" className={cn(HEAD, look)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.monitors.map((row) => (
          <tr
            key={row.id}
            data-row
            className="border-b border-line last:border-0 hover:bg-hover max-md:grid max-md:grid-cols-[1fr_1fr_auto] max-md:gap-x-4 max-md:gap-y-1.5 max-md:px-4 max-md:py-3"
          >
            <td className="max-w-0 min-w-40 py-2.5 pr-3 pl-4 max-md:col-span-2 max-md:row-start-1 max-md:max-w-none max-md:p-0">
              <Link
                href={`/monitors/${row.id}`}
                className="block truncate rounded font-medium hover:underline"
              >
                {row.name}
              </Link>
            </td>
            {COLUMNS.map(({ label, value, look }) => (
              <td key={label} className={cn(CELL, look)}>
                {label !== "Worst" && <span className="block text-[13px] text-muted md:hidden">{label}</span>}
                {value(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
