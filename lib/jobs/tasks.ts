import type { TaskList } from "graphile-worker";

/** Every job by name: one line a task. */
export const tasks: TaskList = {};
