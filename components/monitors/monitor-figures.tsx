import type { ReactNode } from "react";
import { Time } from "@/components/ui/time/time";
import type { Strip } from "@/lib/contract/checks/series";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { MonitorReport } from "@/lib/contract/reports/reports";
import { duration, ms, percent, wholeMs } from "@/lib/presenters/core/format";
import { isYounger } from "@/lib/presenters/monitors/age";
import type { Origin } from "@/lib/presenters/monitors/protocols";
import { now } from "@/lib/shared/clock";

/** Shows availability and response times, each with its range. Of ranges that began before the monitor existed, only one is shown. */
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
  const at = now();
  const ranges = [
    { days: 1, name: "24 h", value: monitor.one_day_availability },
    { days: 7, name: "7 d", value: monitor.seven_days_availability },
    { days: 30, name: "30 d", value: report?.availability ?? null },
  ];
  const known = ranges.filter(({ days }) => !isYounger(monitor, days, at)).length;
  const downtime = report && `${duration(report.downtime)} downtime`;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:auto-cols-fr md:grid-flow-col">
      {ranges.slice(0, known + 1).map(({ days, name, value }, index) => (
        <Figure
          key={name}
          name={index < known ? `Availability (${name})` : "Availability"}
          value={percent(value)}
          note={
            index < known ? (
              days === 30 && (report ? `${percent(report.coverage)} coverage · ${downtime}` : " ")
            ) : (
              <>
                since <Time at={monitor.created_at} as="date" />
                {downtime && <span className="inline-block">{`\u00a0· ${downtime}`}</span>}
              </>
            )
          }
        />
      ))}
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

function Figure({ name, value, note }: { name: string; value: string; note?: ReactNode }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className="mt-0.5 text-[22px] font-semibold tracking-tight tabular">{value}</dd>
      {note && <dd className="text-[13px] text-muted">{note}</dd>}
    </div>
  );
}
