import { MONITOR_STATES, MONITOR_STATUSES } from "@/lib/contract/monitors/states";
import { shownState } from "@/lib/domain/checks/shown-state";

/** The rank of the state in which almost every monitor is. */
export const ONLINE_RANK = MONITOR_STATES.indexOf("online");

const RANKS = MONITOR_STATUSES.map((status) => {
  const rankIf = (data_missing: boolean) => MONITOR_STATES.indexOf(shownState({ status, data_missing }));
  return `when '${status}' then case when data_missing then ${rankIf(true)} else ${rankIf(false)} end`;
}).join(" ");

/**
 * The monitors of project `$1` that don't simply show as online, with the `status` and the `rank` of the state that they show as, 0 for the
 * worst. Partial indexes find them, so that nothing has to read the others. A maintenance window pauses a monitor without changing its
 * stored status, which otherwise says whether one is paused.
 */
export const UNUSUAL = `
  select monitor_id as id, status, status_since, case status ${RANKS} end as rank
  from (
    select monitor_id, status, data_missing, status_since from monitor_states
    where project_id = $1 and (status <> 'online' or data_missing)
      and monitor_id not in (select id from monitors where project_id = $1 and paused_by_window)
    union all select id, 'paused', false, null from monitors where project_id = $1 and paused_by_window) stored`;
