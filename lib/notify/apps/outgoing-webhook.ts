import { retryAfterMs } from "@/lib/domain/alerting/delivery-schedule";
import type { EventFacts, MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { type Entities, renderSchema, schemaProblem } from "@/lib/notify/webhook/body-schema";
import { signatureHeaders } from "@/lib/notify/webhook/signature";
import { isoSeconds } from "@/lib/shared/clock";
import { redirectText } from "../judge";
import type { AppAdapter, HttpAnswer, Notice, SendResult } from "../notice";
import { basicAuthHeader, USER_AGENT } from "../request-parts";

/** Sends a signed request with the alert rule's own body. Every attempt has its own timestamp and signature but the same ID. */
export const outgoingWebhook: AppAdapter = {
  wantsEveryEvent: true,
  statusSuffices: true,
  build(notice) {
    const body = bodyOf(notice);
    const signed = signatureHeaders({
      requestId: notice.requestId,
      event: notice.eventKey,
      timestamp: Math.floor(notice.now.getTime() / 1000),
      body,
      secret: String(notice.settings.secret),
      previousSecret: previousSecretOf(notice),
    });
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": USER_AGENT,
      ...basicAuthHeader(notice.settings.basic_auth),
      ...signed,
    };
    return [{ kind: "http", id: "post", method: "POST", url: String(notice.settings.url), headers, body }];
  },
  judge,
  ruleProblem({ schema }, event) {
    const problem = typeof schema === "string" ? schemaProblem(schema, event) : null;
    return problem === null ? null : { setting: "schema", problem };
  },
};

/** Returns the previous secret while it's still valid after a rotation. */
function previousSecretOf({ settings, now }: Notice): string | null {
  const { previous_secret: secret, previous_secret_until: until } = settings;
  if (typeof secret !== "string" || typeof until !== "string") return null;
  return Date.parse(until) > now.getTime() ? secret : null;
}

function bodyOf(notice: Notice): string {
  const schema = notice.messageSettings?.schema;
  if (notice.facts && typeof schema === "string") return renderSchema(schema, entitiesOf(notice.facts));
  const data = {
    message: notice.message.title,
    integration: { id: notice.integration.id, name: notice.integration.name },
  };
  return JSON.stringify({ type: notice.eventKey, timestamp: isoSeconds(notice.now), data });
}

/** 2xx is success, 410 is final, and everything else is retried, including redirects. */
function judge(answer: HttpAnswer, now: Date): SendResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return { outcome: "delivered", error: null };
  if (status === 410) return { outcome: "rejected", error: "returned 410: the receiver is gone for good" };
  const isRedirect = status >= 300 && status < 400;
  return {
    outcome: "retry",
    error: isRedirect ? redirectText(answer) : `returned ${status}`,
    retryAfterMs: retryAfterMs(answer.headers["retry-after"], now),
  };
}

/** Returns the placeholder entities of an event with exactly the documented fields. */
function entitiesOf(facts: EventFacts): Entities {
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
