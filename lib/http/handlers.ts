import { type EndpointId, endpoints } from "@/lib/contract/endpoints";
import * as auditLog from "@/lib/services/accounts/audit-log";
import * as invitations from "@/lib/services/accounts/invitations";
import * as keys from "@/lib/services/accounts/keys";
import * as members from "@/lib/services/accounts/members";
import * as ownSessions from "@/lib/services/accounts/own-sessions";
import * as savedFilters from "@/lib/services/accounts/saved-filters";
import * as twoFactor from "@/lib/services/accounts/two-factor";
import * as users from "@/lib/services/accounts/users";
import * as alertRules from "@/lib/services/alerting/alert-rules";
import * as deliveries from "@/lib/services/alerting/deliveries";
import * as integrationHealth from "@/lib/services/alerting/integration-health";
import * as integrations from "@/lib/services/alerting/integrations";
import * as outbox from "@/lib/services/alerting/outbox";
import * as pushDevices from "@/lib/services/alerting/push-devices";
import * as rateLimits from "@/lib/services/alerting/rate-limits";
import * as testIncidents from "@/lib/services/alerting/test-incidents";
import * as certificates from "@/lib/services/checks/certificates";
import * as deployments from "@/lib/services/checks/deployments";
import * as heartbeats from "@/lib/services/checks/heartbeats";
import * as series from "@/lib/services/checks/series";
import * as imports from "@/lib/services/config-file/imports";
import * as whoami from "@/lib/services/core/whoami";
import * as comments from "@/lib/services/incidents/comments";
import * as incidents from "@/lib/services/incidents/incidents";
import * as replay from "@/lib/services/incidents/replay";
import * as templates from "@/lib/services/incidents/templates";
import * as timeline from "@/lib/services/incidents/timeline";
import * as unmerge from "@/lib/services/incidents/unmerge";
import * as updates from "@/lib/services/incidents/updates";
import * as incidentWrites from "@/lib/services/incidents/writes";
import * as windows from "@/lib/services/maintenance/windows";
import * as windowWrites from "@/lib/services/maintenance/writes";
import * as bulk from "@/lib/services/monitors/bulk";
import * as monitorEdit from "@/lib/services/monitors/edit";
import * as monitors from "@/lib/services/monitors/monitors";
import * as pageTitle from "@/lib/services/monitors/page-title";
import { setMonitorPaused } from "@/lib/services/monitors/pause";
import * as projectDefaults from "@/lib/services/monitors/project-defaults";
import * as tags from "@/lib/services/monitors/tags";
import * as monitorWrites from "@/lib/services/monitors/writes";
import * as projects from "@/lib/services/projects/projects";
import * as recordProjects from "@/lib/services/projects/record-projects";
import * as availability from "@/lib/services/reports/availability";
import * as away from "@/lib/services/reports/away";
import * as demo from "@/lib/services/reports/demo/create";
import * as demoRemoval from "@/lib/services/reports/demo/remove";
import * as overview from "@/lib/services/reports/overview";
import * as reports from "@/lib/services/reports/reports";
import * as installation from "@/lib/services/runners/installation";
import * as runnerSettings from "@/lib/services/runners/settings";
import * as currentStatus from "@/lib/services/status-pages/current-status";
import * as domain from "@/lib/services/status-pages/domain";
import * as pages from "@/lib/services/status-pages/pages";
import * as preview from "@/lib/services/status-pages/preview";
import { getStatusPageStates } from "@/lib/services/status-pages/states";
import * as subscriberAdditions from "@/lib/services/status-pages/subscriber-additions";
import * as subscribers from "@/lib/services/status-pages/subscribers";
import * as pageWrites from "@/lib/services/status-pages/writes";
import { accountHandlers } from "./handlers/accounts/accounts";
import { alertingHandlers } from "./handlers/alerting/alerting";
import { checkHandlers } from "./handlers/checks/checks";
import { exportHandlers } from "./handlers/exports";
import { metaHandlers } from "./handlers/meta";
import { runnerHandlers } from "./handlers/runners/runners";
import {
  type Fill,
  type GuardTable,
  type Handler,
  handlers,
  type ServiceTable,
  serviceHandler,
} from "./router/handler";

/** Handlers of endpoints that need more of a request than its parts, such as its headers, or that respond with more than JSON. */
const own = {
  ...metaHandlers,
  ...accountHandlers,
  ...alertingHandlers,
  ...checkHandlers,
  ...exportHandlers,
  ...runnerHandlers,
  ...handlers({
    pauseMonitor: ({ caller, params }) => setMonitorPaused(caller, params.monitorId, true),
    resumeMonitor: ({ caller, params }) => setMonitorPaused(caller, params.monitorId, false),
    renameTag: ({ caller, params, body }) => tags.renameTag(caller, params.tag, body.tag),
    getStrips: ({ caller, query }) => series.getStrips(caller, query.monitor_id ?? []),
    getStatusPageStates: ({ caller, query }) =>
      getStatusPageStates(caller, query.status_page_id ?? [], query.component_limit),
  }),
};

/** The services of all other endpoints, which have the names of their endpoints. A missing one is a type error. */
const services: ServiceTable<Exclude<EndpointId, keyof typeof own>> = {
  ...whoami,
  ...installation,
  ...projects,
  ...demo,
  ...demoRemoval,
  ...recordProjects,
  ...users,
  ...members,
  ...invitations,
  ...savedFilters,
  ...twoFactor,
  ...ownSessions,
  ...auditLog,
  ...keys,
  ...integrations,
  ...alertRules,
  ...deliveries,
  ...integrationHealth,
  ...testIncidents,
  ...rateLimits,
  ...outbox,
  ...pushDevices,
  ...monitors,
  ...monitorWrites,
  ...monitorEdit,
  ...bulk,
  ...pageTitle,
  ...projectDefaults,
  ...tags,
  ...certificates,
  ...deployments,
  ...heartbeats,
  ...series,
  ...overview,
  ...away,
  ...reports,
  ...availability,
  ...incidents,
  ...incidentWrites,
  ...updates,
  ...comments,
  ...timeline,
  ...unmerge,
  ...templates,
  ...replay,
  ...windows,
  ...windowWrites,
  ...pages,
  ...pageWrites,
  ...preview,
  ...domain,
  ...currentStatus,
  ...subscribers,
  ...subscriberAdditions,
  ...imports,
  ...runnerSettings,
};

/** All handlers by endpoint ID. */
export const handlerTable: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.id, serviceHandler(endpoint, services)])),
  ...(own as Record<string, unknown> as Record<string, Handler>),
};

/** The endpoints that refuse some callers whatever they send. */
export const guardTable: GuardTable = {
  createIntegration: (caller, { app }) => integrations.requireSetupHere(caller, app),
  createProject: (caller) => projects.requireProjectCreation(caller),
};

/** The endpoints whose bodies are completed by settings. */
export const fillTable: { [Id in EndpointId]?: Fill } = {
  createMonitor: projectDefaults.withProjectDefaults,
};
