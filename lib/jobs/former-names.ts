import type { tasks } from "./tasks";

/** Jobs of earlier versions for which nothing is left to do: the dispatcher finds events and deliveries by their rows. */
export const DROPPED_NAMES: readonly string[] = ["deliver", "fan_out_event"];

/** Names under which earlier versions queued jobs. A job that waits in the queue during an upgrade still runs. */
export const FORMER_NAMES: Readonly<Record<string, keyof typeof tasks>> = {
  clear_drill: "clear_test_incident",
  end_drill: "end_test_incident",
  run_drill: "run_test_incident",
  seal_all: "render_all_pages",
  seal_project: "render_project_pages",
  tell_of_window: "announce_window",
  upkeep: "hourly_maintenance",
};
