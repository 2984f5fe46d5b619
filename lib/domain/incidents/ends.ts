/**
 * Why an incident ended although nothing recovered: its last failing monitor or its project was deleted, no region that saw the failure is
 * used anymore, or a person resolved it: while its monitors were down, and another incident continues it, or while no check could
 * tell, because they were paused or silent.
 */
export type UnrecoveredEnd =
  | "monitor_deleted"
  | "project_deleted"
  | "region_removed"
  | "still_down"
  | "unobserved";
