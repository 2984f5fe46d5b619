import * as accounts from "./accounts";
import * as alertRules from "./alert-rules";
import * as auditLog from "./audit-log";
import * as certificates from "./certificates";
import * as channelHolds from "./channel-holds";
import * as checkNow from "./check-now";
import * as deliveries from "./deliveries";
import * as destinationHealth from "./destination-health";
import * as drills from "./drills";
import type { Endpoint } from "./endpoint";
import * as incidentComments from "./incident-comments";
import * as incidentTemplates from "./incident-templates";
import * as incidentTimeline from "./incident-timeline";
import * as incidentUpdates from "./incident-updates";
import * as incidents from "./incidents";
import * as integrations from "./integrations";
import * as invitations from "./invitations";
import * as keys from "./keys";
import * as live from "./live";
import * as maintenanceWindows from "./maintenance-windows";
import * as members from "./members";
import * as meta from "./meta";
import * as monitorBulk from "./monitor-bulk";
import * as monitors from "./monitors";
import * as outbox from "./outbox";
import * as ownSessions from "./own-sessions";
import * as pageSubscribers from "./page-subscribers";
import * as projects from "./projects";
import * as pushDevices from "./push-devices";
import * as recordProjects from "./record-projects";
import * as replay from "./replay";
import * as reports from "./reports";
import * as results from "./results";
import * as runners from "./runner-endpoints";
import * as runnerSettings from "./runners";
import * as series from "./series";
import * as statusPages from "./status-pages";
import * as tags from "./tags";
import * as twoFactor from "./two-factor";
import * as users from "./users";

/** The contract of each resource, in the order of the reference. A new resource is one line. */
export const resources = {
  meta,
  projects,
  users,
  integrations,
  alertRules,
  deliveries,
  destinationHealth,
  drills,
  channelHolds,
  outbox,
  monitors,
  monitorBulk,
  checkNow,
  replay,
  results,
  series,
  reports,
  incidents,
  incidentUpdates,
  incidentComments,
  incidentTimeline,
  incidentTemplates,
  maintenanceWindows,
  statusPages,
  pageSubscribers,
  tags,
  certificates,
  live,
  accounts,
  recordProjects,
  twoFactor,
  ownSessions,
  pushDevices,
  members,
  runnerSettings,
  invitations,
  auditLog,
  keys,
  runners,
} as const;

type Resources = typeof resources;
type Exported = { [Name in keyof Resources]: Resources[Name][keyof Resources[Name]] }[keyof Resources];
/** The exact type of every endpoint; a listed one without a handler is a type error. */
export type AnyEndpoint = Extract<Exported, Endpoint>;
export type EndpointId = AnyEndpoint["id"];

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "scope" in value
  );
}

const METHODS = ["GET", "POST", "DELETE"];

/** List, create, get, update, delete, then what hangs below: exports of a module come by name. */
function inReadingOrder(a: Endpoint, b: Endpoint): number {
  const depth = (endpoint: Endpoint) => endpoint.path.split("/").length;
  return (
    depth(a) - depth(b) ||
    a.path.localeCompare(b.path) ||
    METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
  );
}

/** Every endpoint of the HTTP interface. */
export const endpoints: readonly Endpoint[] = Object.values(resources).flatMap((resource) =>
  Object.values(resource as Record<string, unknown>)
    .filter(isEndpoint)
    .sort(inReadingOrder),
);
