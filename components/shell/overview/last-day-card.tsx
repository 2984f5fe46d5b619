"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TrendingDown, TrendingUp } from "lucide-react";
import Link from "next/link";
import { More } from "@/components/shell/navigation/more";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Spark } from "@/components/ui/spark";
import { StateMark } from "@/components/ui/state-mark";
import { Strip, StripRoom } from "@/components/ui/strip";
import { query } from "@/lib/client/query";
import { DAY_MONITORS, overviewReads } from "@/lib/client/reads/overview-reads";
import { routes } from "@/lib/client/routes";
import type { Strip as StripData } from "@/lib/contract/checks/series";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { shownState } from "@/lib/presenters/checks/silence-words";
import { ms, percent } from "@/lib/presenters/core/format";
import { groupsByTag, responseTrend } from "@/lib/presenters/monitors/last-day";
import { stripCells, stripWords } from "@/lib/presenters/monitors/strip-cells";
import { now } from "@/lib/shared/clock";

/** Shows the last 24 hours of every monitor by tag: hours with failures, response times, and whether they change. */
export function LastDayCard({ total }: { total: number }) {
  const { data } = useQuery({
    ...query(routes.listMonitors, overviewReads.day(total)),
    placeholderData: keepPreviousData,
  });
  const monitors = data?.data ?? [];
  const { data: found } = useQuery({
    ...query(routes.getStrips, { query: { monitor_id: monitors.map(({ id }) => String(id)) } }),
    enabled: monitors.length > 0,
    placeholderData: keepPreviousData,
  });
  const strips = new Map(found?.strips.map((strip) => [strip.monitor_id, strip]));
  const groups = groupsByTag(monitors);
  return (
    <Card
      title="Last 24 hours"
      flush
      aside={<More href="/monitors">{total > DAY_MONITORS ? "View all monitors" : "View monitors"}</More>}
    >
      {!data && <Skeleton lines={8} />}
      {data?.data.length === 0 && <p className="px-4 py-6 text-muted">Every monitor is paused.</p>}
      {groups.map(({ tag, monitors: members }) => (
        <section
          key={tag ?? ""}
          aria-label={tag ?? "Other"}
          className="border-b border-line py-2 last:border-0"
        >
          {groups.length > 1 && (
            <h3 className="px-4 py-1 text-xs font-medium text-muted">{tag ?? "Other"}</h3>
          )}
          <ul className="@container">
            {members.map((monitor) => (
              <Row key={monitor.id} monitor={monitor} strip={strips.get(monitor.id)} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

function Row({ monitor, strip }: { monitor: Monitor; strip: StripData | undefined }) {
  const cells = stripCells(strip?.hours, now());
  return (
    <li
      data-row
      className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 hover:bg-hover has-[a:focus-visible]:bg-hover touch:py-2"
    >
      <span className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
        <StateMark state={shownState(monitor)} word={false} />
        <Link
          href={`/monitors/${monitor.id}`}
          className="min-w-0 truncate rounded font-medium after:absolute after:inset-0"
        >
          {monitor.name}
        </Link>
      </span>
      {strip ? <Strip cells={cells} label={stripWords(cells)} /> : <StripRoom />}
      <span className="@max-3xl:hidden">
        <Spark values={cells.map(({ p50 }) => p50)} />
      </span>
      <span className="w-14 text-right tabular max-sm:order-1">{ms(strip?.p50 ?? null)}</span>
      <Trend change={responseTrend(cells)} />
      <span className="w-22 text-right text-[13px] text-muted tabular max-sm:hidden">
        {percent(monitor.seven_days_availability)} (7 d)
      </span>
    </li>
  );
}

function Trend({ change }: { change: number | null }) {
  if (change === null) return <span className="w-14 max-sm:ml-auto" />;
  const Icon = change > 0 ? TrendingUp : TrendingDown;
  const words = `${Math.abs(change)}% ${change > 0 ? "slower" : "faster"} in the last 6 hours`;
  return (
    <span
      title={words}
      className={`flex w-14 items-center justify-end gap-1 text-[13px] tabular max-sm:ml-auto ${change >= 50 ? "text-warn" : "text-muted"}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      <span aria-hidden="true">{Math.abs(change)}%</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
