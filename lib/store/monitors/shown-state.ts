import { MONITOR_STATES, MONITOR_STATUSES, type MonitorState } from "@/lib/contract/monitors/states";
import { STORED_STATES, shownState } from "@/lib/domain/checks/shown-state";

const PAUSED_RANK = MONITOR_STATES.indexOf("paused");
/** Compares the status once per kind of it, because an order evaluates this for each monitor. */
const RANKS = MONITOR_STATUSES.map((status) => {
  const rankIf = (data_missing: boolean) => MONITOR_STATES.indexOf(shownState({ status, data_missing }));
  const known = rankIf(false);
  const missing = rankIf(true);
  return `when '${status}' then ${missing === known ? known : `case when s.data_missing then ${missing} else ${known} end`}`;
}).join(" ");

/** The rank of the state that a monitor `m` with its state `s` shows as, 0 for the worst. */
export const SHOWN_RANK = `case when m.paused or m.paused_by_window then ${PAUSED_RANK} else case s.status ${RANKS} end end`;

/** Returns the condition that a monitor `m` with its state `s` shows as one of these states. */
export function showsAs(states: readonly MonitorState[]): string {
  const stored = STORED_STATES.filter(
    ({ status, state }) => status !== "paused" && states.includes(state),
  ).map(({ status, data_missing }) => `s.status = '${status}' and s.data_missing = ${data_missing}`);
  const conditions =
    stored.length > 0 ? [`not m.paused and not m.paused_by_window and (${stored.join(" or ")})`] : [];
  if (states.includes("paused")) conditions.push("m.paused or m.paused_by_window");
  return `(${conditions.join(" or ")})`;
}

/** What a state `s` of project `$1` says about its monitor. Only monitors paused by a window are read; the stored status says whether one is paused. */
export const STATE_PARTS = `select s.monitor_id as id, s.project_id, s.status = 'paused' as paused,
    s.monitor_id in (select id from monitors where project_id = $1 and paused_by_window) as paused_by_window`;

/** All states `s` of project `$1` with the parts of their monitors `m` that decide what they show as. */
export const FROM_STATES = `from monitor_states s cross join lateral (${STATE_PARTS}) m`;
