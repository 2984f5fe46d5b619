import * as accounts from "./accounts/accounts";
import * as auditLog from "./accounts/audit-log";
import * as invitations from "./accounts/invitations";
import * as keys from "./accounts/keys";
import * as members from "./accounts/members";
import * as ownSessions from "./accounts/own-sessions";
import * as savedFilters from "./accounts/saved-filters";
import * as twoFactor from "./accounts/two-factor";
import * as users from "./accounts/users";
import * as alertRules from "./alerting/alert-rules";
import * as deliveries from "./alerting/deliveries";
import * as integrationHealth from "./alerting/integration-health";
import * as integrations from "./alerting/integrations";
import * as outbox from "./alerting/outbox";
import * as pushDevices from "./alerting/push-devices";
import * as rateLimits from "./alerting/rate-limits";
import * as ruleCoverage from "./alerting/rule-coverage";
import * as testIncidents from "./alerting/test-incidents";
import * as certificates from "./checks/certificates";
import * as checkNow from "./checks/check-now";
import * as deployments from "./checks/deployments";
import * as heartbeats from "./checks/heartbeats";
import * as results from "./checks/results";
import * as series from "./checks/series";
import * as imports from "./config-file/imports";
import type { Endpoint } from "./core/endpoint";
import * as incidentComments from "./incidents/comments";
import * as incidents from "./incidents/incidents";
import * as replay from "./incidents/replay";
import * as incidentTemplates from "./incidents/templates";
import * as incidentTimeline from "./incidents/timeline";
import * as incidentUpdates from "./incidents/updates";
import * as maintenanceWindows from "./maintenance/windows";
import * as monitorBulk from "./monitors/bulk";
import * as monitors from "./monitors/monitors";
import * as pageTitle from "./monitors/page-title";
import * as monitorDefaults from "./monitors/project-defaults";
import * as tags from "./monitors/tags";
import * as demo from "./projects/demo";
import * as projects from "./projects/projects";
import * as recordProjects from "./projects/record-projects";
import * as installation from "./reference/installation";
import * as meta from "./reference/meta";
import * as availability from "./reports/availability";
import * as away from "./reports/away";
import * as live from "./reports/live";
import * as overview from "./reports/overview";
import * as reports from "./reports/reports";
import * as runners from "./runners/endpoints";
import * as runnerSettings from "./runners/runners";
import * as statusPageStates from "./status-pages/page-states";
import * as statusPages from "./status-pages/pages";
import * as pageSubscribers from "./status-pages/subscribers";

/** The contract of each resource, in the order of the API reference. */
export const resources = {
  installation,
  meta,
  projects,
  demo,
  users,
  integrations,
  alertRules,
  deliveries,
  integrationHealth,
  ruleCoverage,
  testIncidents,
  rateLimits,
  outbox,
  monitors,
  monitorDefaults,
  pageTitle,
  monitorBulk,
  checkNow,
  replay,
  results,
  heartbeats,
  series,
  deployments,
  overview,
  away,
  reports,
  availability,
  incidents,
  incidentUpdates,
  incidentComments,
  incidentTimeline,
  incidentTemplates,
  maintenanceWindows,
  statusPages,
  statusPageStates,
  pageSubscribers,
  imports,
  tags,
  certificates,
  live,
  accounts,
  recordProjects,
  twoFactor,
  ownSessions,
  pushDevices,
  savedFilters,
  members,
  runnerSettings,
  invitations,
  auditLog,
  keys,
  runners,
} as const;

type Resources = typeof resources;
type Tables = { [Name in keyof Resources]: Resources[Name]["endpoints"] }[keyof Resources];
/** The exact types of all endpoints. An endpoint without a handler is a type error. */
export type AnyEndpoint = Tables extends infer Table
  ? Table extends object
    ? Table[keyof Table]
    : never
  : never;
export type EndpointId = AnyEndpoint["id"];

const METHODS = ["GET", "POST", "DELETE"];

/**
 * Sorts list, create, get, update, and delete first, then subordinate endpoints.
 */
function inReadingOrder(a: Endpoint, b: Endpoint): number {
  const depth = (endpoint: Endpoint) => endpoint.path.split("/").length;
  return (
    depth(a) - depth(b) ||
    a.path.localeCompare(b.path) ||
    METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
  );
}

/** All endpoints of the HTTP API. */
export const endpoints: readonly Endpoint[] = Object.values(resources).flatMap((resource) =>
  Object.values<Endpoint>(resource.endpoints).sort(inReadingOrder),
);

/** Returns ID, method, and path of every endpoint, one per line. */
export function addressesText(): string {
  return endpoints.map(({ id, method, path }) => `${id} ${method} ${path}`).join("\n");
}
