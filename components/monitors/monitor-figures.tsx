import type { ReactNode } from "react";
import type { Strip } from "@/lib/contract/checks/series";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { MonitorReport } from "@/lib/contract/reports/reports";
import { duration, ms, percent, wholeMs } from "@/lib/presenters/core/format";
import type { Origin } from "@/lib/presenters/monitors/protocols";

/** Shows availability and response times, each with its range. The list shows the same figures. */
export function MonitorFigures({
  monitor,
  report,
  strip,
  origin,
}: {
  monitor: Monitor;
  report: MonitorReport | undefined;
  strip: Strip | undefined;
  origin: Origin;
}) {
  const hasTimes = origin === "checks" || origin === "signals";
  const noted = report ? `${share(report.coverage)} coverage · ${duration(report.downtime)} downtime` : " ";
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:auto-cols-fr md:grid-flow-col">
      <Figure name="Availability (24 h)" value={percent(monitor.one_day_availability)} />
      <Figure name="Availability (7 d)" value={percent(monitor.seven_days_availability)} />
      <Figure name="Availability (30 d)" value={percent(report?.availability ?? null)} note={noted} />
      {hasTimes && (
        <Figure
          name={origin === "checks" ? "Response time (last 10 checks)" : "Run time (last 10 runs)"}
          value={wholeMs(monitor.response_time)}
          note={`p95 ${ms(strip?.p95 ?? null)} (24 h)`}
        />
      )}
    </dl>
  );
}

/** Formats coverage. A new monitor covers almost nothing of 30 days. */
function share(coverage: number | null): string {
  return coverage !== null && coverage > 0 && coverage < 0.01 ? "Less than 0.01%" : percent(coverage);
}

function Figure({ name, value, note }: { name: string; value: string; note?: ReactNode }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className="mt-0.5 text-[22px] font-semibold tracking-tight tabular">{value}</dd>
      {note && <dd className="text-[13px] text-muted">{note}</dd>}
    </div>
  );
}
