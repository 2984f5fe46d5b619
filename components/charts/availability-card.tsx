"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useOwnZone } from "@/components/forms/own-zone";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/input";
import { PhoneFold } from "@/components/ui/overlays/phone-fold";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { periodFrom, resultsHref } from "@/lib/presenters/checks/result-view";
import {
  hourGrid,
  type Level,
  monthGrids,
  monthsRange,
  startOfDay,
} from "@/lib/presenters/reports/availability-grid";
import { type GridView, gridSearch, readGridView } from "@/lib/presenters/reports/grid-view";
import { now } from "@/lib/shared/clock";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";
import { CellGrid, LEVELS } from "./cell-grid";
import { hoursPx } from "./chart-space";

const VIEWS = [
  { value: "hour", label: "Hours" },
  { value: "day", label: "Days" },
] as const;

const DAYS = 14;
const MONTHS = 3;

/** Returns the view that a read is for. */
const stepOf = (key: readonly unknown[] | undefined) =>
  (key?.[2] as { step?: GridView["cells"] } | undefined)?.step;

/** Shows when a monitor was down: by hour over two weeks, or by day in calendars. Nothing is shown before `since`, when it was created. */
export default function AvailabilityCard({ monitorId, since }: { monitorId: number; since: string }) {
  const zone = useOwnZone() ?? "UTC";
  const params = useSearchParams();
  const [shown, setShown] = useState<string | null>(null);
  // Whole hours, so that the cache serves for a while.
  const hour = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
  const { cells: view, back } = readGridView(params, hour, zone);
  const show = (next: GridView) =>
    history.replaceState(null, "", gridSearch(next, params, hour, zone) || location.pathname);
  const range =
    view === "hour"
      ? { from: startOfDay(hour, DAYS - 1, zone), to: new Date(hour + HOUR_MS) }
      : monthsRange(hour, MONTHS, back, zone);
  const { data } = useQuery({
    ...query(routes.getMonitorAvailability, {
      params: { monitorId },
      query: { step: view, from: range.from.toISOString(), to: range.to.toISOString(), time_zone: zone },
    }),
    // Hours must never show as days.
    placeholderData: (before, query) => (stepOf(query?.queryKey) === view ? before : undefined),
  });
  const cellMs = view === "hour" ? HOUR_MS : DAY_MS;
  const created = Date.parse(since);
  const cells = (data?.cells ?? []).filter(({ at }) => Date.parse(at) + cellMs > created);
  const grids = view === "hour" ? [hourGrid(cells, zone)] : monthGrids(cells, zone);
  return (
    <Card
      title="Availability"
      aside={
        <div className="flex items-center gap-2">
          {view === "day" && (
            <>
              <Button
                size="icon"
                variant="quiet"
                aria-label="Earlier"
                onClick={() => show({ cells: view, back: back + MONTHS })}
              >
                <ChevronLeft />
              </Button>
              <Button
                size="icon"
                variant="quiet"
                aria-label="Later"
                disabled={back === 0}
                onClick={() => show({ cells: view, back: Math.max(0, back - MONTHS) })}
              >
                <ChevronRight />
              </Button>
            </>
          )}
          <Segmented
            name="availability"
            label="Cells"
            value={view}
            options={VIEWS}
            onChange={(cells) => show({ cells, back })}
          />
        </div>
      }
    >
      <PhoneFold label="View hours and days" headClass="-my-3" className="max-sm:mt-5">
        <div
          className={view === "day" ? "grid gap-6 sm:grid-cols-3" : ""}
          style={{ minHeight: view === "hour" ? hoursPx(created) : undefined }}
        >
          {data && cells.length === 0 && (
            <p className="text-muted sm:col-span-3">No data. The monitor was created later.</p>
          )}
          {grids.map((grid) => (
            <div key={grid.key}>
              {view === "day" && <h3 className="mb-1 text-[13px] font-medium">{grid.title}</h3>}
              <CellGrid
                grid={grid}
                href={({ key }) => resultsHref(periodFrom(Date.parse(key), cellMs), params)}
                onShow={setShown}
              />
            </div>
          ))}
        </div>
        <div className="mt-3 flex min-h-5 flex-wrap items-center justify-between gap-x-6 gap-y-1 text-[13px]">
          <p className="tabular">
            {shown ?? (
              <span className="text-muted">
                {range.from.getTime() < created && (
                  <>
                    Monitored since <Time at={since} as="date" /> ·{" "}
                  </>
                )}
                Times in {zone}
              </span>
            )}
          </p>
          <ul className="flex flex-wrap gap-x-4 text-muted" aria-label="Colors">
            {(Object.keys(LEVELS) as Level[]).map((level) => (
              <li key={level} className="flex items-center gap-1.5">
                <span
                  aria-hidden="true"
                  className={`grid size-3.5 place-items-center rounded-[3px] text-[11px] leading-none ${LEVELS[level].look}`}
                >
                  {view === "hour" && LEVELS[level].sign}
                </span>
                {LEVELS[level].word}
              </li>
            ))}
          </ul>
        </div>
      </PhoneFold>
    </Card>
  );
}
