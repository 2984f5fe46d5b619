import { STORED_STATES } from "@/lib/domain/checks/shown-state";

const ROWS = STORED_STATES.map(
  ({ status, data_missing, state, rank }) => `('${status}', ${data_missing}, '${state}', ${rank})`,
);

/** Joins `shown`, the state that a monitor `m` with its state `s` shows as: `shown.state`, and `shown.rank`, 0 for the worst. */
export const JOIN_SHOWN = `join (values ${ROWS.join(", ")}) as shown (status, data_missing, state, rank)
  on shown.status = case when m.paused or m.held_by_window then 'paused' else s.status end and shown.data_missing = s.data_missing`;
