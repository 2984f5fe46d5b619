"use client";
import { TrendingDown, TrendingUp } from "lucide-react";
import Link from "next/link";
import { More } from "@/components/page/more";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Spark } from "@/components/ui/spark";
import { StateMark } from "@/components/ui/state-mark";
import { WatchLine, WatchLineRoom } from "@/components/ui/watch-line";
import { DAY_MONITORS, WORST_MONITORS } from "@/lib/client/reads/overview-reads";
import type { Strip as StripData } from "@/lib/contract/checks/series";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { ms, percent } from "@/lib/presenters/core/format";
import { isYounger } from "@/lib/presenters/monitors/age";
import { groupsByTag, responseTrend } from "@/lib/presenters/monitors/last-day";
import { monitorLook } from "@/lib/presenters/monitors/monitor-look";
import { stripCells, stripWords } from "@/lib/presenters/monitors/strip-cells";
import { now } from "@/lib/shared/clock";
import { useLastDay } from "./use-last-day";

/**
 * Shows the last 24 hours of every monitor by tag, or of the worst ones: hours with failures, response times, and whether they
 * change.
 */
export function LastDayCard({ total }: { total: number }) {
  const { monitors, strips: found } = useLastDay(total);
  const strips = new Map(found?.map((strip) => [strip.monitor_id, strip]));
  const isPart = total > DAY_MONITORS;
  const groups = isPart && monitors ? [{ tag: null, monitors }] : groupsByTag(monitors ?? []);
  return (
    <Card
      title={isPart ? `Last 24 hours · ${WORST_MONITORS} worst` : "Last 24 hours"}
      flush
      aside={<More href="/monitors">{isPart ? "View all monitors" : "View monitors"}</More>}
    >
      {!monitors && <Skeleton lines={8} />}
      {monitors?.length === 0 && <p className="px-4 py-6 text-muted">Every monitor is paused.</p>}
      {groups.length > 0 && <Heads />}
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

function Heads() {
  return (
    <div
      aria-hidden="true"
      className="@container border-b border-line bg-sunken py-1.5 text-xs text-muted max-sm:hidden"
    >
      <div className="flex gap-x-4 px-4">
        <span className="flex-1">Monitor</span>
        <span className="w-30">Checks</span>
        <span className="w-24 @max-3xl:hidden" />
        <span className="w-14 text-right">Median</span>
        <span className="w-14 text-right">6 h trend</span>
        <span className="w-18 text-right">7 days</span>
      </div>
    </div>
  );
}

function Row({ monitor, strip }: { monitor: Monitor; strip: StripData | undefined }) {
  const cells = stripCells(strip?.hours, now());
  return (
    <li
      data-row
      className="relative flex items-center gap-x-4 px-4 py-1.5 max-sm:gap-x-3 hover:bg-hover has-[a:focus-visible]:bg-hover touch:py-2"
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <StateMark state={monitorLook(monitor)} word={false} />
        <Link
          href={`/monitors/${monitor.id}`}
          className="min-w-0 truncate rounded font-medium after:absolute after:inset-0"
        >
          {monitor.name}
        </Link>
      </span>
      {strip ? <WatchLine steps={cells} label={stripWords(cells)} /> : <WatchLineRoom />}
      <span className="@max-3xl:hidden">
        <Spark values={cells.map(({ p50 }) => p50)} />
      </span>
      <span className="w-14 text-right tabular">{ms(strip?.p50 ?? null)}</span>
      <Trend change={responseTrend(cells)} />
      <span className="w-18 text-right tabular max-sm:hidden">
        {isYounger(monitor, 7, now()) ? "–" : percent(monitor.seven_days_availability)}
        <span className="sr-only"> available in 7 days</span>
      </span>
    </li>
  );
}

function Trend({ change }: { change: number | null }) {
  if (change === null) return <span className="w-14 max-sm:hidden" />;
  const Icon = change > 0 ? TrendingUp : TrendingDown;
  const words = `${Math.abs(change)}% ${change > 0 ? "slower" : "faster"} in the last 6 hours`;
  return (
    <span
      title={words}
      className={`flex w-14 items-center justify-end gap-1 text-[13px] tabular max-sm:hidden ${change >= 50 ? "text-warn" : "text-muted"}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      <span aria-hidden="true">{Math.abs(change)}%</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
