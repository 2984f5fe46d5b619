import type { AppId } from "@/lib/contract/apps/registry";
import type { EventFacts, MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { composeMessage, testMessage } from "@/lib/notify/message/compose";
import type { Notice } from "@/lib/notify/notice";

export const MONITOR_FACTS: MonitorFacts = {
  id: 3,
  name: "Checkout",
  status: "offline",
  protocol: "http",
  request: { method: "GET", url: "https://shop.example.com/health" },
  regions: ["eu-deu-fra"],
  interval: 60,
  incident_confirmations: 3,
  recovery_confirmations: 3,
  tags: ["prod"],
  muted: false,
};

/** Returns an incident of one monitor; `key` without `uptime.`. */
export function incidentFactsOf(
  key = "incident.created",
  change: Partial<EventFacts["incident"]> = {},
): EventFacts {
  const isOver = key === "incident.recovered";
  return {
    event: { id: 7, key: `uptime.${key}`, occurredAt: new Date("2026-01-31T12:00:00Z") },
    isTestIncident: false,
    project: { id: 1, organizationId: 1, name: "Web shop", slug: "web-shop", muted: false },
    incident: {
      id: 12,
      slug: "APP-12",
      type: "monitor",
      title: "Checkout does not answer",
      description: "Connection refused from Frankfurt and Paris.",
      state: "unknown",
      status: isOver ? "recovered" : "ongoing",
      impact: "unknown",
      incidentAt: new Date("2026-01-31T12:00:00Z"),
      outageAt: new Date("2026-01-31T12:00:00Z"),
      endedBy: null,
      recoveryAt: isOver ? new Date("2026-01-31T12:07:30Z") : null,
      tags: [],
      ...change,
    },
    affectedMonitors: [MONITOR_FACTS],
    failingCount: isOver ? 0 : 1,
    seen: null,
    monitor: null,
    update: null,
    comment: null,
    creator: null,
    reason: null,
    certificate: null,
    dueDays: [],
    due: null,
    window: null,
    ending: null,
    continuation: null,
  };
}

/** Returns what an app's adapter gets, as if it came from the database. */
export function makeNotice(app: AppId, change: Partial<Notice> = {}): Notice {
  const facts = change.facts === undefined ? incidentFactsOf() : change.facts;
  const message = facts ? composeMessage(facts) : testMessage("On call");
  if (!message) throw new Error("These facts have no message.");
  return {
    requestId: "6f1c8c9e-5d0a-4b7e-9a46-2f1d9d1d3c11",
    eventKey: facts?.event.key ?? "test",
    facts,
    message,
    integration: { id: 5, name: "On call" },
    app,
    settings: {},
    messageSettings: null,
    recipients: [{ id: 1, name: "Ada", email: "ada@example.com", phone: "+491700000000" }],
    firstRemoteId: null,
    now: new Date(),
    ...change,
  };
}
