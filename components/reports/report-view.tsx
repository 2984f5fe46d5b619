"use client";
import { useMutation } from "@tanstack/react-query";
import { ChartColumn, Download, Printer } from "lucide-react";
import { useRouter } from "next/navigation";
import { type Action, useActions } from "@/components/page/actions";
import { HeadActions } from "@/components/page/head-actions";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { useToast } from "@/components/ui/overlays/toast";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { useDayText } from "@/components/ui/time/time";
import { allReportRows } from "@/lib/client/report-rows";
import { saveText } from "@/lib/client/save-file";
import type { ProjectReport } from "@/lib/contract/reports/reports";
import { duration, percent } from "@/lib/presenters/core/format";
import { meanBetween } from "@/lib/presenters/reports/mean-between";
import {
  REPORT_ROWS,
  type ReportView as ReportViewState,
  reportAddress,
  reportCsv,
  reportMeta,
} from "@/lib/presenters/reports/report-range";
import { DAY_MS } from "@/lib/shared/durations";
import { ReportCharts } from "./report-charts";
import { ReportControls } from "./report-controls";
import { ReportTable } from "./report-table";

const DAY = { dateStyle: "medium", timeZone: "UTC" } as const;

/** Saves the report of all monitors, not only of those on the page. */
async function save(report: ProjectReport, view: ReportViewState): Promise<void> {
  const { report_start_at: start, report_end_at: end } = report;
  const rows = await allReportRows(report, view);
  saveText(`report-${start.slice(0, 10)}-${end.slice(0, 10)}.csv`, reportCsv(rows));
}

/** Shows availability over a time range and explains how it is calculated. */
export function ReportView({ report, view }: { report: ProjectReport; view: ReportViewState }) {
  const router = useRouter();
  const shown = shownDays(report);
  const since = dataSince(report);
  const dayText = useDayText(DAY);
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => save(report, view),
    onError: (error) => toast(error.message, { tone: "failed" }),
  });
  const show = (next: ReportViewState) => router.push(reportAddress(next));
  const actions: Action[] = [
    { group: "On this page", label: "Download CSV", icon: Download, run: () => download.mutate() },
    { group: "On this page", label: "Print or save as PDF", icon: Printer, run: () => window.print() },
  ];
  useActions(actions);
  return (
    <>
      <PageHeader
        title="Reports"
        note={
          <>
            {`${dayText(shown.from)} to ${dayText(shown.to)}, UTC`}
            {since && `, with data since ${dayText(since)}`}
            {view.tag && `, monitors with the tag ${view.tag}`}
          </>
        }
      >
        <HeadActions actions={actions} busy={download.isPending} />
      </PageHeader>
      <ReportControls view={view} shown={shown} onShow={show} />
      {report.monitor_count === 0 ? (
        <NoMonitors tag={view.tag} />
      ) : (
        <Figures report={report} view={view} onShow={show} />
      )}
      <p className="mt-4 max-w-3xl text-[13px] text-muted">
        Availability is 100 × (1 − downtime ÷ time in which the monitor existed and wasn't paused), rounded
        down. Downtime is the time covered by the monitor's incidents, except incidents excluded from
        downtime. Coverage is the share of the period with check results. Percentiles are weighted averages of
        each region's hourly percentiles, or daily ones in long periods.
      </p>
    </>
  );
}

/** Returns the first and the last UTC day of a report. */
function shownDays({ report_start_at: start, report_end_at: end }: ProjectReport) {
  const last = new Date(Date.parse(end) - 1000).toISOString();
  return { from: start.slice(0, 10), to: last.slice(0, 10) };
}

/** Returns for how long the report knows anything, in whole days. */
function watchedSeconds({ days }: ProjectReport): number {
  return (days.filter(({ availability }) => availability !== null).length * DAY_MS) / 1000;
}

/** Returns the first day with data, if the report begins earlier. */
function dataSince({ days, report_start_at: start }: ProjectReport): string | null {
  const first = days.find(({ availability }) => availability !== null)?.at;
  return first && first.slice(0, 10) > start.slice(0, 10) ? first : null;
}

/** Shows the figures of all monitors, their downtime by day, and the figures of each. */
function Figures({
  report,
  view,
  onShow,
}: {
  report: ProjectReport;
  view: ReportViewState;
  onShow: (view: ReportViewState) => void;
}) {
  const figures: [string, string][] = [
    ["Availability", percent(report.availability)],
    ["Lowest", percent(report.min_availability)],
    ["Downtime", duration(report.downtime)],
    ["Mean time to recovery", report.mttr === null ? "–" : duration(report.mttr)],
    ["Mean time between failures", meanBetween(report.mtbf, watchedSeconds(report))],
  ];
  return (
    <>
      <dl className="mb-4 grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-surface md:grid-cols-5">
        {figures.map(([name, value]) => (
          <div
            key={name}
            className="border-line px-4 py-3 max-md:not-nth-[-n+2]:border-t max-md:odd:not-last:border-r max-md:last:col-span-2 md:not-last:border-r"
          >
            <dt className="text-[13px] text-muted">{name}</dt>
            <dd className="mt-0.5 text-[20px] font-semibold tracking-tight tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <ReportCharts days={report.days} />
      <Card flush>
        <ReportTable report={report} view={view} />
        <Pager
          meta={reportMeta(report.monitors.length, report.monitor_count, view.page)}
          hasNext={view.page * REPORT_ROWS < report.monitor_count}
          onPage={(page) => onShow({ ...view, page })}
        />
      </Card>
    </>
  );
}

function NoMonitors({ tag }: { tag: string }) {
  return (
    <Card flush>
      <Empty icon={<ChartColumn />} title="Nothing to report yet">
        {tag
          ? `No monitor has the tag ${tag}.`
          : "Reports summarize incidents and check results. There are none yet."}
      </Empty>
    </Card>
  );
}
