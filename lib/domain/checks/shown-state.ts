import {
  MONITOR_STATES,
  MONITOR_STATUSES,
  type MonitorState,
  type MonitorStatus,
} from "@/lib/contract/monitors/states";

/** What is stored about a monitor's state. */
export interface StoredState {
  readonly status: MonitorStatus;
  readonly data_missing: boolean;
}

/** Returns the state to show. A monitor that was up isn't shown as up while no checks arrive. */
export function shownState({ status, data_missing }: StoredState): MonitorState {
  return data_missing && (status === "online" || status === "fetching") ? "no_data" : status;
}

/** Every stored combination with the state it shows as and that state's rank, 0 for the worst. Queries join it. */
export const STORED_STATES: readonly (StoredState & { state: MonitorState; rank: number })[] =
  MONITOR_STATUSES.flatMap((status) =>
    [false, true].map((data_missing) => {
      const state = shownState({ status, data_missing });
      return { status, data_missing, state, rank: MONITOR_STATES.indexOf(state) };
    }),
  );
