import type { EventFacts, MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { isoSeconds } from "@/lib/shared/clock";
import type { Entities } from "./body-schema";

/** Returns the placeholder entities of an event with exactly the documented fields. */
export function entitiesOf(facts: EventFacts): Entities {
  const { event, project, incident, monitor } = facts;
  const entities: Entities = {
    project: { id: project.id, name: project.name, slug: project.slug },
    event: { id: event.id, key: event.key, occurred_at: isoSeconds(event.occurredAt) },
    affected_monitors: facts.affectedMonitors.map(monitorEntity),
  };
  if (incident) {
    const { id, slug, title, description, state, status, impact } = incident;
    entities.incident = { id, slug, title, description, state, status, impact };
  }
  if (monitor) entities[monitorName(event.key)] = monitorEntity(monitor);
  if (facts.update) entities.update = facts.update;
  if (facts.comment) entities.comment = facts.comment;
  if (facts.creator) entities.creator = facts.creator;
  if (facts.certificate) entities.certificate = facts.certificate;
  if (facts.window) entities.maintenance_window = facts.window;
  return entities;
}

function monitorName(key: string): string {
  if (key === "uptime.incident.propagated") return "propagated_monitor";
  return key === "uptime.incident.partially_recovered" ? "recovered_monitor" : "monitor";
}

function monitorEntity(monitor: MonitorFacts): Record<string, unknown> {
  return {
    id: monitor.id,
    name: monitor.name,
    status: monitor.status,
    protocol: monitor.protocol,
    request: monitor.request,
    regions: monitor.regions,
    interval: monitor.interval,
    incident_confirmations: monitor.incident_confirmations,
    recovery_confirmations: monitor.recovery_confirmations,
  };
}
