"use client";
import { useMutation } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { DayBars } from "@/components/charts/day-bars";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { allReportRows } from "@/lib/client/report-rows";
import { saveText } from "@/lib/client/save-file";
import type { ProjectReport } from "@/lib/contract/reports/reports";
import { duration, ms, percent } from "@/lib/presenters/core/format";
import {
  REPORT_ROWS,
  type ReportView as ReportViewState,
  reportAddress,
  reportCsv,
  reportMeta,
} from "@/lib/presenters/reports/report-range";
import { ReportControls } from "./report-controls";

/** Saves the report of all monitors, not only of those on the page. */
async function save(report: ProjectReport, tag: string): Promise<void> {
  const { report_start_at: start, report_end_at: end } = report;
  const rows = await allReportRows(report, tag);
  saveText(`report-${start.slice(0, 10)}-${end.slice(0, 10)}.csv`, reportCsv(rows));
}

/** Shows availability over a time range and explains how it is calculated. */
export function ReportView({ report, view }: { report: ProjectReport; view: ReportViewState }) {
  const router = useRouter();
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => save(report, view.tag),
    onError: (error) => toast(error.message, { tone: "failed" }),
  });
  const show = (next: ReportViewState) => router.push(reportAddress(next));
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
            {view.tag && `, monitors with the tag ${view.tag}`}
          </>
        }
      >
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          <Download /> Download CSV
        </Button>
        <Button onClick={() => window.print()}>
          <Printer /> Print or save as PDF
        </Button>
      </PageHeader>
      <ReportControls view={view} shown={shownDays(report)} onShow={show} />
      <dl className="mb-4 grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-surface md:grid-cols-5">
        {figures.map(([name, value]) => (
          <div key={name} className="border-line px-4 py-3 not-last:border-r">
            <dt className="text-[13px] text-muted">{name}</dt>
            <dd className="mt-0.5 text-[20px] font-semibold tracking-tight tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <Card title="Downtime by day" className="mb-4">
        <DayBars days={report.days} />
      </Card>
      <Card flush>
        <ReportTable report={report} />
        <Pager
          meta={reportMeta(report.monitors.length, report.monitor_count, view.page)}
          hasNext={view.page * REPORT_ROWS < report.monitor_count}
          onPage={(page) => show({ ...view, page })}
        />
      </Card>
      <p className="mt-4 max-w-3xl text-[13px] text-muted">
        Availability is 100 × (1 − downtime ÷ time in which the monitor existed and wasn't paused), rounded
        down. Downtime is the time covered by the monitor's incidents, except incidents excluded from
        downtime. Coverage is the share of the period with check results. Percentiles are means of those of
        each region and hour, or day in long periods, weighted by successful checks.
      </p>
    </>
  );
}

/** Returns the first and the last UTC day of a report. */
function shownDays({ report_start_at: start, report_end_at: end }: ProjectReport) {
  const last = new Date(Date.parse(end) - 1000).toISOString();
  return { from: start.slice(0, 10), to: last.slice(0, 10) };
}

const HEAD = [
  "Monitor",
  "Availability",
  "Coverage",
  "Downtime",
  "Incidents",
  "MTTR",
  "MTBF",
  "p50",
  "p95",
  "p99",
  "Worst",
];

function ReportTable({ report }: { report: ProjectReport }) {
  const head = "px-3 py-2 text-right text-xs font-medium text-muted first:pl-4 first:text-left last:pr-4";
  const cell = "px-3 py-2.5 text-right tabular first:pl-4 first:text-left last:pr-4";
  return (
    <section className="overflow-x-auto" aria-label="Monitors">
      <table className="w-full whitespace-nowrap">
        <thead className="border-b border-line">
          <tr>
            {HEAD.map((name) => (
              <th key={name} className={head}>
                {name}
              </th>
            ))}
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
              <td className={cell}>{ms(row.response_time.p50)}</td>
              <td className={cell}>{ms(row.response_time.p95)}</td>
              <td className={cell}>{ms(row.response_time.p99)}</td>
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
