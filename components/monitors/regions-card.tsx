"use client";
import { WorldMap } from "@/components/charts/world-map";
import { useRunners } from "@/components/forms/use-runners";
import { ReplayButton } from "@/components/monitors/replay/replay-dialog";
import { Card } from "@/components/ui/card";
import { StateMark, StateShape } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { regionOf } from "@/lib/contract/core/region-names";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { counted, wholeMs } from "@/lib/presenters/core/format";
import { isNamed, regionLabel, regionLabelAmong } from "@/lib/presenters/monitors/region-labels";
import { isUnserved } from "@/lib/presenters/runners/regions-note";

/** Returns which regions must fail, with the verb: `2 of 3 regions fail`. */
function failing({ region_threshold: least, regions }: Monitor): string {
  if (regions.length === 1) return "its region fails";
  return `${least} of ${regions.length} regions ${least === 1 ? "fails" : "fail"}`;
}

/** Shows the state of each region. An incident opens when enough regions are down. */
export function RegionsCard({ monitor }: { monitor: Monitor }) {
  const runners = useRunners();
  return (
    <Card
      title="Regions"
      flush
      aside={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted max-sm:hidden">
          Opens an incident when {failing(monitor)}{" "}
          {counted(monitor.incident_confirmations, "check", "consecutive checks")}
          <ReplayButton monitor={monitor} />
        </span>
      }
    >
      <div className="md:flex md:items-center">
        <ul className="min-w-0 flex-1">
          {monitor.observed_regions.map((seen) => {
            const isChecked = !isUnserved(regionOf(seen.region), runners);
            return (
              <li
                key={seen.region}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:gap-x-2 border-b border-line px-4 py-2.5 last:border-0"
              >
                <span className="min-w-32 font-medium max-sm:min-w-0 max-sm:flex-1">
                  {regionLabelAmong(seen.region, monitor.regions)}
                </span>
                <StateMark state={seen.silent || !isChecked ? "no_data" : seen.status} size="sm" />
                <span className="tabular">{wholeMs(seen.response_time)}</span>
                <span className="min-w-0 flex-1 truncate text-muted empty:max-sm:hidden max-sm:order-last max-sm:basis-full">
                  {isChecked ? (
                    seen.last_error?.message
                  ) : (
                    <span className="text-warn">Not checked (no runner in this region)</span>
                  )}
                </span>
                <span className="ml-auto text-[13px] text-muted">
                  {seen.last_checked_at ? <Time at={seen.last_checked_at} /> : "not checked yet"}
                </span>
              </li>
            );
          })}
        </ul>
        <RegionsMap monitor={monitor} />
      </div>
    </Card>
  );
}

/** Shows the regions on a map, without those that only the built-in runner serves: their checks come from somewhere else. */
function RegionsMap({ monitor }: { monitor: Monitor }) {
  const seen = monitor.observed_regions.filter(({ region }) => isNamed(region));
  if (seen.length === 0) return null;
  return (
    <WorldMap
      className="w-full p-4 max-sm:hidden md:w-96"
      places={seen.map(({ region, status, silent, response_time }) => ({
        region: regionOf(region),
        title: `${regionLabel(region)}: ${wholeMs(response_time)}`,
        mark: (
          <g transform="scale(0.26) translate(-6 -6)">
            <StateShape state={silent ? "no_data" : status} />
          </g>
        ),
      }))}
    />
  );
}
