import type { HandlerTable } from "./handler";
import { accountHandlers } from "./handlers/accounts";
import { checkNowHandlers } from "./handlers/check-now";
import { incidentCommentHandlers } from "./handlers/incident-comments";
import { incidentTemplateHandlers } from "./handlers/incident-templates";
import { incidentHandlers } from "./handlers/incidents";
import { keyHandlers } from "./handlers/keys";
import { liveHandlers } from "./handlers/live";
import { maintenanceWindowHandlers } from "./handlers/maintenance-windows";
import { memberHandlers } from "./handlers/members";
import { metaHandlers } from "./handlers/meta";
import { monitorHandlers } from "./handlers/monitors";
import { pageSubscriberHandlers } from "./handlers/page-subscribers";
import { projectHandlers } from "./handlers/projects";
import { pushDeviceHandlers } from "./handlers/push-devices";
import { replayHandlers } from "./handlers/replay";
import { resultHandlers } from "./handlers/results";
import { runnerHandlers } from "./handlers/runner";
import { runnerSettingsHandlers } from "./handlers/runner-settings";
import { securityHandlers } from "./handlers/security";
import { statusPageHandlers } from "./handlers/status-pages";
import { tellingHandlers } from "./handlers/telling";
import { userHandlers } from "./handlers/users";

/** Every handler by endpoint id: a listed endpoint without one is a type error. A new resource is one line. */
export const handlerTable: HandlerTable = {
  ...metaHandlers,
  ...projectHandlers,
  ...userHandlers,
  ...tellingHandlers,
  ...monitorHandlers,
  ...checkNowHandlers,
  ...replayHandlers,
  ...resultHandlers,
  ...incidentHandlers,
  ...incidentTemplateHandlers,
  ...incidentCommentHandlers,
  ...maintenanceWindowHandlers,
  ...statusPageHandlers,
  ...pageSubscriberHandlers,
  ...liveHandlers,
  ...accountHandlers,
  ...memberHandlers,
  ...runnerSettingsHandlers,
  ...securityHandlers,
  ...pushDeviceHandlers,
  ...keyHandlers,
  ...runnerHandlers,
};
