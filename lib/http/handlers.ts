import { accountHandlers } from "./handlers/accounts/accounts";
import { keyHandlers } from "./handlers/accounts/keys";
import { memberHandlers } from "./handlers/accounts/members";
import { securityHandlers } from "./handlers/accounts/security";
import { userHandlers } from "./handlers/accounts/users";
import { alertingGuards, alertingHandlers } from "./handlers/alerting/alerting";
import { pushDeviceHandlers } from "./handlers/alerting/push-devices";
import { checkNowHandlers } from "./handlers/checks/check-now";
import { deploymentHandlers } from "./handlers/checks/deployments";
import { resultHandlers } from "./handlers/checks/results";
import { importHandlers } from "./handlers/config-file/imports";
import { incidentCommentHandlers } from "./handlers/incidents/comments";
import { incidentHandlers } from "./handlers/incidents/incidents";
import { replayHandlers } from "./handlers/incidents/replay";
import { incidentTemplateHandlers } from "./handlers/incidents/templates";
import { liveHandlers } from "./handlers/live";
import { maintenanceWindowHandlers } from "./handlers/maintenance/windows";
import { metaHandlers } from "./handlers/meta";
import { monitorHandlers } from "./handlers/monitors/monitors";
import { projectGuards, projectHandlers } from "./handlers/projects/projects";
import { runnerHandlers } from "./handlers/runners/runner";
import { runnerSettingsHandlers } from "./handlers/runners/settings";
import { statusPageHandlers } from "./handlers/status-pages/pages";
import { pageSubscriberHandlers } from "./handlers/status-pages/subscribers";
import type { GuardTable, HandlerTable } from "./router/handler";

/** All handlers by endpoint ID. An endpoint without a handler is a type error. */
export const handlerTable: HandlerTable = {
  ...metaHandlers,
  ...projectHandlers,
  ...userHandlers,
  ...alertingHandlers,
  ...monitorHandlers,
  ...checkNowHandlers,
  ...replayHandlers,
  ...resultHandlers,
  ...deploymentHandlers,
  ...incidentHandlers,
  ...incidentTemplateHandlers,
  ...incidentCommentHandlers,
  ...maintenanceWindowHandlers,
  ...statusPageHandlers,
  ...pageSubscriberHandlers,
  ...importHandlers,
  ...liveHandlers,
  ...accountHandlers,
  ...memberHandlers,
  ...runnerSettingsHandlers,
  ...securityHandlers,
  ...pushDeviceHandlers,
  ...keyHandlers,
  ...runnerHandlers,
};

/** The endpoints that refuse some callers whatever they send. */
export const guardTable: GuardTable = { ...alertingGuards, ...projectGuards };
