import type { TaskList } from "graphile-worker";
import { maintenance } from "./maintenance";
import { sealAll } from "./seal-all";
import { sealProject } from "./seal-project";
import { tick } from "./tick";
import { upkeep } from "./upkeep";

/** Every job by name: one line a task. */
export const tasks: TaskList = {
  maintenance,
  seal_all: sealAll,
  seal_project: sealProject,
  tick,
  upkeep,
};
