import type { ReactNode } from "react";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { MonitorReport } from "@/lib/contract/reports/reports";
import { duration, percent, wholeMs } from "@/lib/presenters/core/format";

/** Shows availability over 24 hours, 7 days and 30 days, and the coverage of the 30 days. */
export function MonitorFigures({ monitor, report }: { monitor: Monitor; report: MonitorReport | undefined }) {
  const coverage = report ? `${share(report.coverage)} coverage` : " ";
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line md:grid-cols-4">
      <Figure name="Availability (24 h)" value={percent(monitor.one_day_availability)} />
      <Figure name="Availability (7 d)" value={percent(monitor.seven_days_availability)} />
      <Figure name="Availability (30 d)" value={percent(report?.availability ?? null)} note={coverage} />
      <Figure
        name="Response time"
        value={wholeMs(monitor.response_time)}
        note={report ? `${duration(report.downtime)} downtime in 30 d` : " "}
      />
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
