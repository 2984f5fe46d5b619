import { cut } from "@/lib/notify/message/wording";
import { env } from "@/lib/shared/env";
import { judgeVendor } from "../judge";
import type { AppAdapter, HttpStep, Notice } from "../notice";
import { USER_AGENT } from "../request-parts";

type EventType = "ALERT" | "ACCEPT" | "RESOLVE" | "COMMENT";

/** Sends ilert events by alert key: incidents open alerts, updates accept, and recovery resolves them (api.ilert.com/api-docs). */
export const ilert: AppAdapter = {
  // Every event advances the alert. Skipping one would leave it open.
  wantsEveryEvent: true,
  statusSuffices: true,
  trustedOrigins: () => [new URL(env().ILERT_API_URL).origin],
  build(notice) {
    const types: EventType[] = notice.facts ? [typeOf(notice)] : ["ALERT", "RESOLVE"];
    return types.map((type) => step(notice, type));
  },
  judge: judgeVendor,
};

function typeOf({ eventKey, facts }: Notice): EventType {
  switch (eventKey) {
    case "uptime.incident.recovered":
      return "RESOLVE";
    case "uptime.incident_update.published":
      return facts?.update?.state === "resolved" ? "COMMENT" : "ACCEPT";
    case "uptime.incident_comment.created":
    case "uptime.incident.partially_recovered":
      return "COMMENT";
    // A rule may be limited to the monitor that joined, so this can be the first event. An open alert with the key collects it.
    default:
      return "ALERT";
  }
}

function step(notice: Notice, eventType: EventType): HttpStep {
  const { message, facts } = notice;
  const incident = facts?.incident;
  const details = [...message.lines, ...message.facts.map(({ label, value }) => `${label}: ${value}`)].join(
    "\n",
  );
  const body = {
    integrationKey: notice.settings.integration_key,
    eventType,
    summary: cut(message.title, 255),
    details: cut(details, 10_000),
    // ilert keys are case-insensitive, so ours has no uppercase letters.
    alertKey: incident ? `vedette-incident-${incident.id}` : `vedette-${notice.requestId}`,
    ...(eventType === "ALERT" ? { priority: message.level === "down" ? "HIGH" : "LOW" } : {}),
    ...(eventType === "COMMENT"
      ? { comments: [{ creator: "Vedette", content: cut(`${message.title}\n${details}`, 10_000) }] }
      : {}),
    links: [{ href: message.link.url, text: message.link.label }],
    customDetails: { request_id: notice.requestId, event: notice.eventKey },
  };
  return {
    kind: "http",
    id: eventType.toLowerCase(),
    method: "POST",
    url: `${env().ILERT_API_URL}/api/events`,
    headers: { "Content-Type": "application/json", "User-Agent": USER_AGENT },
    body: JSON.stringify(body),
  };
}
