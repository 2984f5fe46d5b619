import type { HandlerTable } from "./handler";
import { checkNowHandlers } from "./handlers/check-now";
import { incidentHandlers } from "./handlers/incidents";
import { liveHandlers } from "./handlers/live";
import { monitorHandlers } from "./handlers/monitors";
import { projectHandlers } from "./handlers/projects";
import { resultHandlers } from "./handlers/results";
import { runnerHandlers } from "./handlers/runner";
import { statusPageHandlers } from "./handlers/status-pages";

/** Every handler by endpoint id: a listed endpoint without one is a type error. A new resource is one line. */
export const handlerTable: HandlerTable = {
  ...projectHandlers,
  ...monitorHandlers,
  ...checkNowHandlers,
  ...resultHandlers,
  ...incidentHandlers,
  ...statusPageHandlers,
  ...liveHandlers,
  ...runnerHandlers,
};
