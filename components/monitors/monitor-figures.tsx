import type { ReactNode } from "react";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { MonitorReport } from "@/lib/contract/reports/reports";
import { duration, percent, wholeMs } from "@/lib/presenters/core/format";

/** Availability over growing windows, and what was observed of the longest. */
export function MonitorFigures({ monitor, report }: { monitor: Monitor; report: MonitorReport | undefined }) {
  const coverage = report ? `${share(report.coverage)} of the time observed` : " ";
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line md:grid-cols-4">
      <Figure name="Availability, 24 h" value={percent(monitor.one_day_availability)} />
      <Figure name="Availability, 7 d" value={percent(monitor.seven_days_availability)} />
      <Figure name="Availability, 30 d" value={percent(report?.availability ?? null)} note={coverage} />
      <Figure
        name="Response time"
        value={wholeMs(monitor.response_time)}
        note={report ? `Down ${duration(report.downtime)} in 30 d` : " "}
      />
    </dl>
  );
}

/** Of a new monitor, whose minutes are nearly nothing of 30 days. */
function share(coverage: number | null): string {
  return coverage !== null && coverage > 0 && coverage < 0.01 ? "under 0.01%" : percent(coverage);
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
