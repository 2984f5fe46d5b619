import type { Monitor } from "@/lib/contract/monitors/monitors";
import { shownState } from "@/lib/domain/checks/shown-state";
import type { StateWord } from "@/lib/presenters/core/states";

/** Returns the state that a monitor shows as: one that is online but too slow shows as degraded. */
export function monitorLook(monitor: Pick<Monitor, "status" | "data_missing" | "degraded_since">): StateWord {
  const state = shownState(monitor);
  return state === "online" && monitor.degraded_since !== null ? "degraded_performance" : state;
}
