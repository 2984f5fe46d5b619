import type { DayBar } from "@/lib/domain/status-pages/day-bars";
import { isTrouble, worstState } from "@/lib/domain/status-pages/page-state";
import type { GroupModel, MonitorModel } from "./model";

/** Returns a group of components: its state and each of its days are the worst of its members. */
export function groupModel(name: string, isExpanded: boolean, monitors: readonly MonitorModel[]): GroupModel {
  const state = worstState(monitors.map((monitor) => monitor.state));
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
    availability: lowest?.availability ?? null,
    trackedSince: lowest?.trackedSince ?? null,
    days: worstDays(monitors),
  };
}

function availabilityRank(monitor: MonitorModel | null): number {
  return monitor?.availability ?? Number.POSITIVE_INFINITY;
}

function worstDays([first, ...rest]: readonly MonitorModel[]): DayBar[] {
  if (!first) return [];
  return first.days.map((day, index) => {
    const state = worstState([day.state, ...rest.flatMap(({ days }) => days[index]?.state ?? [])]);
    return { date: day.date, state, downSeconds: 0, spent: [], slugs: [] };
  });
}
