import { MONITOR_STATES } from "@/lib/contract/monitors/states";
import { STORED_STATES } from "@/lib/domain/checks/shown-state";

const ROWS = STORED_STATES.map(
  ({ status, data_missing, state, rank }) => `('${status}', ${data_missing}, '${state}', ${rank})`,
);

const PAUSED_RANK = MONITOR_STATES.indexOf("paused");
const RANKS = STORED_STATES.map(
  ({ status, data_missing, rank }) =>
    `when s.status = '${status}' and s.data_missing = ${data_missing} then ${rank}`,
);

/** The rank alone, written out, because joining it makes sorting all monitors twice as slow. */
export const SHOWN_RANK = `case when m.paused or m.held_by_window then ${PAUSED_RANK} ${RANKS.join(" ")} end`;

/** Joins `shown`, the state that a monitor `m` with its state `s` shows as: `shown.state`, and `shown.rank`, 0 for the worst. */
export const JOIN_SHOWN = `join (values ${ROWS.join(", ")}) as shown (status, data_missing, state, rank)
  on shown.status = case when m.paused or m.held_by_window then 'paused' else s.status end and shown.data_missing = s.data_missing`;
