import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { pick } from "@/lib/shared/pick";
import type { Tx } from "@/lib/store/core/tx";
import { insertIncidentUpdate } from "@/lib/store/incidents/posts";
import { addTimeline } from "@/lib/store/incidents/writes";
import { insertPastIncident } from "@/lib/store/reports/demo";
import type { Outage } from "./history";
import { type DemoIncident, INCIDENTS } from "./incidents";

export type MonitorIds = ReadonlyMap<string, number>;

/** The author shown on updates. */
export interface Author {
  id: number;
  name: string;
}

function startOf(incident: DemoIncident, nowMs: number): number {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return midnight - incident.daysAgo * DAY_MS + Math.round(incident.hour * HOUR_MS);
}

/** Returns when a service failed its checks; planned maintenance and slowness cause no failures. */
export function outagesOf(service: string, nowMs: number): Outage[] {
  return INCIDENTS.filter(
    (incident) => incident.type === "monitor" && incident.services.includes(service),
  ).map((incident) => {
    const fromMs = startOf(incident, nowMs);
    return { fromMs, toMs: fromMs + incident.minutes * MINUTE_MS };
  });
}

export async function insertStory(
  trx: Tx,
  projectId: number,
  monitorIds: MonitorIds,
  author: Author,
  nowMs: number,
): Promise<void> {
  for (const incident of INCIDENTS) {
    const startMs = startOf(incident, nowMs);
    const at = (minutes: number) => new Date(startMs + minutes * MINUTE_MS);
    const incidentId = await insertPastIncident(
      trx,
      {
        project_id: projectId,
        ...pick(incident, "type", "title", "impact"),
        state: incident.updates.at(-1)?.[1] ?? "unknown",
        status: "recovered",
        exclude_from_downtime: incident.planned === true,
        incident_at: at(0),
        recovery_at: at(incident.minutes),
      },
      incident.services.flatMap((name) => monitorIds.get(name) ?? []),
    );
    await insertUpdates(trx, { projectId, incidentId, author, updates: incident.updates, at });
    await insertTimeline(trx, projectId, incidentId, incident, author, at);
  }
}

async function insertUpdates(
  trx: Tx,
  story: {
    projectId: number;
    incidentId: number;
    author: Author;
    updates: DemoIncident["updates"];
    at: (minutes: number) => Date;
  },
): Promise<void> {
  for (const [minutes, state, content] of story.updates) {
    const published = story.at(minutes);
    await insertIncidentUpdate(trx, {
      incident_id: story.incidentId,
      project_id: story.projectId,
      state,
      content,
      published_at: published,
      announced_at: published,
      created_at: published,
      updated_at: published,
      creator_type: "user",
      creator_id: story.author.id,
      creator_label: story.author.name,
    });
  }
}

async function insertTimeline(
  trx: Tx,
  projectId: number,
  incidentId: number,
  incident: DemoIncident,
  author: Author,
  at: (minutes: number) => Date,
): Promise<void> {
  const byHand = incident.type === "manual";
  const opened = byHand ? `${author.name} opened the incident.` : "3 consecutive failures in 3 of 3 regions.";
  const closed = byHand
    ? `${author.name} marked the incident as recovered.`
    : "3 consecutive successes in every region.";
  const kind = byHand ? "created" : "opened";
  await addTimeline(trx, { projectId, incidentId, kind, reason: opened, occurredAt: at(0) });
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "recovered",
    reason: closed,
    occurredAt: at(incident.minutes),
  });
}
