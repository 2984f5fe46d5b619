"use client";
import { useMutation } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import { allReportRows } from "@/lib/client/report-rows";
import { saveText } from "@/lib/client/save-file";
import type { ProjectReport } from "@/lib/contract/reports/reports";
import { duration, percent } from "@/lib/presenters/core/format";
import {
  REPORT_RANGES,
  REPORT_ROWS,
  type ReportRange,
  reportCsv,
  reportMeta,
} from "@/lib/presenters/reports/report-range";

/** Saves the report of all monitors, not only of those on the page. */
async function save(report: ProjectReport): Promise<void> {
  const { report_start_at: start, report_end_at: end } = report;
  const rows = await allReportRows(report);
  saveText(`report-${start.slice(0, 10)}-${end.slice(0, 10)}.csv`, reportCsv(rows));
}

/** Shows availability over a time range and explains how it is calculated. */
export function ReportView({
  report,
  range,
  page,
}: {
  report: ProjectReport;
  range: ReportRange;
  page: number;
}) {
  const router = useRouter();
  const download = useMutation({ mutationFn: () => save(report) });
  const figures: [string, string][] = [
    ["Availability", percent(report.availability)],
    ["Lowest", percent(report.min_availability)],
    ["Downtime", duration(report.downtime)],
    ["Mean time to recovery", report.mttr === null ? "–" : duration(report.mttr)],
    ["Mean time between failures", report.mtbf === null ? "–" : duration(report.mtbf)],
  ];
  return (
    <>
      <PageHeader
        title="Reports"
        note={
          <>
            <Time at={report.report_start_at} as="date" /> to <Time at={report.report_end_at} as="date" />
          </>
        }
      >
        <Segmented
          name="range"
          label="Range"
          value={range}
          options={REPORT_RANGES}
          onChange={(next) => router.push(`/reports?days=${next}`)}
        />
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          <Download /> Download CSV
        </Button>
        <Button onClick={() => window.print()}>
          <Printer /> Print
        </Button>
      </PageHeader>
      <dl className="mb-4 grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-surface md:grid-cols-5">
        {figures.map(([name, value]) => (
          <div key={name} className="border-line px-4 py-3 not-last:border-r">
            <dt className="text-[13px] text-muted">{name}</dt>
            <dd className="mt-0.5 text-[20px] font-semibold tracking-tight tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <Card flush>
        <ReportTable report={report} />
        <Pager
          meta={reportMeta(report.monitors.length, report.monitor_count, page)}
          hasNext={page * REPORT_ROWS < report.monitor_count}
          onPage={(to) => router.push(`/reports?days=${range}&page=${to}`)}
        />
      </Card>
      <p className="mt-4 max-w-3xl text-[13px] text-muted">
        Availability is 100 × (1 − downtime ÷ time in which the monitor existed and wasn't paused), rounded
        down. Downtime is the time covered by the monitor's incidents, except incidents excluded from
        downtime. Coverage is the share of the period with check results.
      </p>
    </>
  );
}

function ReportTable({ report }: { report: ProjectReport }) {
  const head = "px-3 py-2 text-right text-xs font-medium text-muted first:pl-4 first:text-left last:pr-4";
  const cell = "px-3 py-2.5 text-right tabular first:pl-4 first:text-left last:pr-4";
  return (
    <section className="overflow-x-auto" aria-label="Monitors">
      <table className="w-full whitespace-nowrap">
        <thead className="border-b border-line">
          <tr>
            {["Monitor", "Availability", "Coverage", "Downtime", "Incidents", "MTTR", "MTBF", "Worst"].map(
              (name) => (
                <th key={name} className={head}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {report.monitors.map((row) => (
            <tr key={row.id} data-row className="border-b border-line last:border-0 hover:bg-hover">
              <td className={cell}>
                <Link href={`/monitors/${row.id}`} className="rounded font-medium hover:underline">
                  {row.name}
                </Link>
              </td>
              <td className={cell}>{percent(row.availability)}</td>
              <td className={cell}>{percent(row.coverage)}</td>
              <td className={cell}>{duration(row.downtime)}</td>
              <td className={cell}>{row.incident_count}</td>
              <td className={cell}>{row.mttr === null ? "–" : duration(row.mttr)}</td>
              <td className={cell}>{row.mtbf === null ? "–" : duration(row.mtbf)}</td>
              <td className={cell}>
                <StateMark state={row.highest_incident_impact} size="sm" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
