import { knownState, type PageState } from "@/lib/domain/status-pages/page-state";
import { isoSeconds } from "@/lib/shared/clock";
import type {
  ComponentModel,
  MonitorModel,
  PageModel,
  PublicIncident,
  PublicWindow,
} from "@/lib/status-page/model/model";
import { UPTIME_KUMA } from "./uptime-kuma";

/** Builds the public read routes of Statuspage v2: same paths and field names, string IDs, no key required. */
type Build = (model: PageModel) => object;

/** Statuspage has no value for an unknown state. Readers take "none" and "operational" for all fine, so it's the least trouble. */
const INDICATOR: Record<PageState, string> = {
  empty: "minor",
  operational: "none",
  maintenance: "maintenance",
  degraded_performance: "minor",
  partial_outage: "major",
  major_outage: "critical",
};
const UNKNOWN = "Status Unknown";
const DESCRIPTION: Record<PageState, string> = {
  empty: UNKNOWN,
  operational: "All Systems Operational",
  maintenance: "Service Under Maintenance",
  degraded_performance: "Partially Degraded Service",
  partial_outage: "Partial System Outage",
  major_outage: "Major Service Outage",
};
const MAX_INCIDENTS = 50;

const componentStatus = (state: PageState) =>
  state === "maintenance" ? "under_maintenance" : state === "empty" ? "degraded_performance" : state;
const componentText = (state: PageState) => (state === "empty" ? UNKNOWN : null);

function page(model: PageModel) {
  const { settings } = model;
  return {
    id: String(settings.id),
    name: settings.name,
    url: settings.url,
    time_zone: settings.timeZone === "UTC" ? "Etc/UTC" : settings.timeZone,
    updated_at: isoSeconds(changedAt(model)),
  };
}

/** Returns when anything that readers see last changed: a check, an incident, a window, or the page itself. */
function changedAt({ settings, checkedAt, incidents, windows, now }: PageModel): Date {
  const times = [
    settings.changedAt,
    checkedAt ?? settings.changedAt,
    ...incidents.map(updatedAt),
    ...windows.flatMap((window) => [
      window.changedAt,
      ...[window.startsAt, window.endsAt].filter((at) => at <= now),
    ]),
  ];
  return new Date(Math.min(now.getTime(), Math.max(...times.map((at) => at.getTime()))));
}

/** Updates count by their publication time, which may be before or after the edit. */
function updatedAt({ changedAt, editedAt }: PublicIncident): Date {
  return changedAt > editedAt ? changedAt : editedAt;
}

/** Returns the state of the page in Statuspage's words. */
export function status(model: PageModel) {
  const state = knownState(model.state, model.stale);
  const isPartlyKnown = state === "operational" && model.unknown.length > 0;
  return {
    indicator: INDICATOR[state],
    description: isPartlyKnown ? "No Known Problems" : DESCRIPTION[state],
  };
}

const groupId = (index: number) => `group-${index + 1}`;

function component(model: PageModel, monitor: MonitorModel, position: number, group: string | null) {
  const created = isoSeconds(monitor.trackedSince);
  return {
    id: String(monitor.id),
    name: monitor.name,
    status: componentStatus(monitor.state),
    created_at: created,
    updated_at: isoSeconds(monitor.since ?? model.checkedAt ?? model.now),
    position,
    description: componentText(monitor.state),
    showcase: true,
    start_date: created.slice(0, 10),
    group_id: group,
    page_id: String(model.settings.id),
    group: false,
    only_show_if_degraded: false,
  };
}

function entries(model: PageModel, item: ComponentModel, index: number): object[] {
  if (item.kind === "monitor") return [component(model, item, index + 1, null)];
  const id = groupId(index);
  const members = item.monitors.map((monitor, at) => component(model, monitor, at + 1, id));
  const created = members[0]?.created_at ?? isoSeconds(model.now);
  const group = {
    id,
    name: item.name,
    status: componentStatus(item.state),
    created_at: created,
    updated_at: isoSeconds(model.checkedAt ?? model.now),
    position: index + 1,
    description: componentText(item.state),
    showcase: false,
    start_date: null,
    group_id: null,
    page_id: String(model.settings.id),
    group: true,
    only_show_if_degraded: false,
    components: members.map((member) => member.id),
  };
  return [group, ...members];
}

const components = (model: PageModel) =>
  model.components.flatMap((item, index) => entries(model, item, index));

/** Returns the components with these IDs. What names none concerns the whole page, and clients read the first entry without checking. */
function concerned(model: PageModel, ids: readonly number[]) {
  const all = (components(model) as Array<{ id: string; group: boolean }>).filter((item) => !item.group);
  return ids.length === 0 ? all : all.filter((item) => ids.includes(Number(item.id)));
}

interface Entry {
  readonly id: string;
  readonly status: string;
  readonly body: string;
  readonly at: Date;
}

function updateEntry(incidentId: string, { id, status, body, at }: Entry) {
  const date = isoSeconds(at);
  return {
    id,
    status,
    body,
    incident_id: incidentId,
    created_at: date,
    updated_at: date,
    display_at: date,
    affected_components: null,
    deliver_notifications: true,
  };
}

/**
 * Returns the updates of an incident. Clients read the first one without checking, so an outage without updates gets one that
 * states it.
 */
function updateEntries(incident: PublicIncident): Entry[] {
  const { updates, postMortem, startedAt, endedAt, title, slug } = incident;
  const said = updates.map(({ id, progress: state, content, publishedAt }) => ({
    id: String(id),
    status: progress(state),
    body: content,
    at: publishedAt,
  }));
  if (postMortem)
    said.unshift({
      id: `${slug}-postmortem`,
      status: "postmortem",
      body: postMortem.content,
      at: postMortem.publishedAt,
    });
  if (said.length > 0) return said;
  const status = endedAt ? "resolved" : "investigating";
  return [{ id: `${slug}-detected`, status, body: `${title}.`, at: endedAt ?? startedAt }];
}

/** Returns an incident as Statuspage's API and webhooks show it. */
export function incidentEntry(model: PageModel, incident: PublicIncident) {
  const oldest = incident.updates.at(-1);
  const monitoring = incident.updates.filter((update) => update.progress === "monitoring").at(-1);
  return {
    id: incident.slug,
    name: incident.title,
    status: statusOf(incident),
    created_at: isoSeconds(oldest?.publishedAt ?? incident.startedAt),
    updated_at: isoSeconds(updatedAt(incident)),
    monitoring_at: monitoring ? isoSeconds(monitoring.publishedAt) : null,
    resolved_at: incident.endedAt && isoSeconds(incident.endedAt),
    impact: INDICATOR[incident.state],
    shortlink: `${model.settings.url}/incidents/${incident.slug}`,
    started_at: isoSeconds(incident.startedAt),
    page_id: String(model.settings.id),
    incident_updates: updateEntries(incident).map((entry) => updateEntry(incident.slug, entry)),
    components: concerned(model, incident.affectedIds),
  };
}

function statusOf(incident: PublicIncident): string {
  if (incident.postMortem) return "postmortem";
  return incident.endedAt ? "resolved" : progress(incident.progress);
}

/** Statuspage has no "unknown". */
const progress = (state: string) => (state === "unknown" ? "investigating" : state);

const unresolved = (model: PageModel) =>
  model.incidents
    .filter((incident) => incident.endedAt === null)
    .map((incident) => incidentEntry(model, incident));

const MAINTENANCE_STATUS = {
  scheduled: "scheduled",
  in_progress: "in_progress",
  completed: "completed",
} as const;

/** Returns when a window got the state that it has. */
function stateSince({ state, createdAt, startsAt, endsAt }: PublicWindow): Date {
  return { scheduled: createdAt, in_progress: startsAt, completed: endsAt }[state];
}

/** Returns a maintenance window as Statuspage's API and webhooks show it. Its only update is `text`, or else its description. */
export function windowEntry(
  model: PageModel,
  window: PublicWindow,
  text = window.description ?? window.title,
  at = stateSince(window),
) {
  const id = `maintenance-${window.id}`;
  const status = MAINTENANCE_STATUS[window.state];
  return {
    id,
    name: window.title,
    status,
    created_at: isoSeconds(window.createdAt),
    updated_at: isoSeconds(window.changedAt),
    monitoring_at: null,
    resolved_at: window.state === "completed" ? isoSeconds(window.endsAt) : null,
    impact: "maintenance",
    shortlink: `${model.settings.url}/maintenance/${window.id}`,
    started_at: isoSeconds(window.startsAt),
    page_id: String(model.settings.id),
    incident_updates: [updateEntry(id, { id: `${id}-${status}`, status, body: text, at })],
    components: concerned(model, window.affectedIds),
    scheduled_for: isoSeconds(window.startsAt),
    scheduled_until: isoSeconds(window.endsAt),
  };
}

const windowsIn = (model: PageModel, states: readonly PublicWindow["state"][]) =>
  model.windows.filter(({ state }) => states.includes(state)).map((window) => windowEntry(model, window));

const maintenances = (states: readonly PublicWindow["state"][]): Build => {
  return (model) => ({ page: page(model), scheduled_maintenances: windowsIn(model, states) });
};

const V2: Record<string, Build> = {
  "api/v2/status.json": (model) => ({ page: page(model), status: status(model) }),
  "api/v2/summary.json": (model) => ({
    page: page(model),
    components: components(model),
    incidents: unresolved(model),
    scheduled_maintenances: windowsIn(model, ["scheduled", "in_progress"]),
    status: status(model),
  }),
  "api/v2/components.json": (model) => ({ page: page(model), components: components(model) }),
  "api/v2/incidents.json": (model) => ({
    page: page(model),
    incidents: model.incidents.slice(0, MAX_INCIDENTS).map((incident) => incidentEntry(model, incident)),
  }),
  "api/v2/scheduled-maintenances.json": maintenances(["scheduled", "in_progress", "completed"]),
  "api/v2/scheduled-maintenances/upcoming.json": maintenances(["scheduled"]),
  "api/v2/scheduled-maintenances/active.json": maintenances(["in_progress"]),
  "api/v2/incidents/unresolved.json": (model) => ({ page: page(model), incidents: unresolved(model) }),
};

const READ: Record<string, Build> = { ...V2, ...UPTIME_KUMA };

export const READ_PATHS = Object.keys(READ);

/** Returns the JSON of a path that readers of Statuspage or Uptime Kuma ask for; null when there's no such path. */
export function readJson(model: PageModel, path: string): string | null {
  const build = Object.hasOwn(READ, path) ? READ[path] : undefined;
  return build ? JSON.stringify(build(model)) : null;
}
