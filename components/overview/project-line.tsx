import { WatchHead } from "@/components/ui/watch-head";
import { DAY_MONITORS, WORST_MONITORS } from "@/lib/client/reads/overview-reads";
import { projectSteps } from "@/lib/presenters/monitors/strip-cells";
import { now } from "@/lib/shared/clock";
import { useLastDay } from "./use-last-day";

/** Shows the last 24 hours of all monitors, or of the worst ones if there are many, as one line across the head. */
export function ProjectLine({ total }: { total: number }) {
  const { strips } = useLastDay(total);
  const steps = projectSteps(strips ?? [], now());
  const failed = steps.filter(({ down }) => down > 0).length;
  const which = total > DAY_MONITORS ? `the ${WORST_MONITORS} worst monitors` : "all monitors";
  return (
    <WatchHead
      steps={steps}
      label={`Last 24 hours of ${which}: failures in ${failed}`}
      from={total > DAY_MONITORS ? `24 hours ago, ${which}` : "24 hours ago"}
      to="Now"
    />
  );
}
