import type { MonitorState, MonitorStatus } from "@/lib/contract/monitors/states";

/** Stored state of a monitor. */
interface StoredState {
  readonly status: MonitorStatus;
  readonly data_missing: boolean;
}

/** Returns the state to show. A monitor that was up isn't shown as up while no checks arrive. */
export function shownState({ status, data_missing }: StoredState): MonitorState {
  return data_missing && (status === "online" || status === "fetching") ? "no_data" : status;
}
