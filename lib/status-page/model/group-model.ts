import type { GroupComponent } from "@/lib/contract/status-pages/components";
import type { DayBar } from "@/lib/domain/status-pages/day-bars";
import { isTrouble, knownState, worstState } from "@/lib/domain/status-pages/page-state";
import type { GroupModel, MonitorModel } from "./model";

/**
 * Returns a group of components: its state and each of its days are the worst of its members. While a member is missing, they
 * aren't known to be operational.
 */
export function groupModel(
  { name, is_expanded: isExpanded }: Pick<GroupComponent, "name" | "is_expanded">,
  monitors: readonly MonitorModel[],
  isIncomplete: boolean,
): GroupModel {
  const state = knownState(worstState(monitors.map((monitor) => monitor.state)), isIncomplete);
  const lowest = monitors.reduce<MonitorModel | null>(
    (least, monitor) => (availabilityRank(monitor) < availabilityRank(least) ? monitor : least),
    null,
  );
  return {
    kind: "group",
    name,
    open: isExpanded || isTrouble(state),
    state,
    monitors,
    isIncomplete,
    availability: isIncomplete ? null : (lowest?.availability ?? null),
    trackedSince: lowest?.trackedSince ?? null,
    days: worstDays(monitors, isIncomplete),
  };
}

function availabilityRank(monitor: MonitorModel | null): number {
  return monitor?.availability ?? Number.POSITIVE_INFINITY;
}

function worstDays([first, ...rest]: readonly MonitorModel[], isIncomplete: boolean): DayBar[] {
  if (!first) return [];
  return first.days.map((day, index) => {
    const worst = worstState([day.state, ...rest.flatMap(({ days }) => days[index]?.state ?? [])]);
    return {
      date: day.date,
      state: knownState(worst, isIncomplete),
      downSeconds: 0,
      availability: null,
      spent: [],
      slugs: [],
    };
  });
}
