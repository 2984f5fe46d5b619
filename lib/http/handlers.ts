import type { EndpointId } from "@/lib/contract/endpoints";
import { withProjectDefaults } from "@/lib/services/monitors/project-defaults";
import { accountHandlers } from "./handlers/accounts/accounts";
import { memberHandlers } from "./handlers/accounts/members";
import { securityHandlers } from "./handlers/accounts/security";
import { alertingGuards, alertingHandlers } from "./handlers/alerting/alerting";
import { checkHandlers } from "./handlers/checks/checks";
import { importHandlers } from "./handlers/config-file/imports";
import { incidentHandlers } from "./handlers/incidents/incidents";
import { liveHandlers } from "./handlers/live";
import { maintenanceWindowHandlers } from "./handlers/maintenance/windows";
import { metaHandlers } from "./handlers/meta";
import { monitorHandlers } from "./handlers/monitors/monitors";
import { projectGuards, projectHandlers } from "./handlers/projects/projects";
import { runnerHandlers } from "./handlers/runners/runners";
import { statusPageHandlers } from "./handlers/status-pages/pages";
import type { Fill, GuardTable, HandlerTable } from "./router/handler";

/** All handlers by endpoint ID. An endpoint without a handler is a type error. */
export const handlerTable: HandlerTable = {
  ...metaHandlers,
  ...projectHandlers,
  ...alertingHandlers,
  ...monitorHandlers,
  ...checkHandlers,
  ...incidentHandlers,
  ...maintenanceWindowHandlers,
  ...statusPageHandlers,
  ...importHandlers,
  ...liveHandlers,
  ...accountHandlers,
  ...memberHandlers,
  ...runnerHandlers,
  ...securityHandlers,
};

/** The endpoints that refuse some callers whatever they send. */
export const guardTable: GuardTable = { ...alertingGuards, ...projectGuards };

/** The endpoints whose bodies are completed by settings. */
export const fillTable: { [Id in EndpointId]?: Fill } = { createMonitor: withProjectDefaults };
