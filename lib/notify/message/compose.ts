import { daysLeft } from "@/lib/domain/alert-match";
import type { EventFacts, IncidentFacts, MonitorFacts } from "@/lib/domain/event-facts";
import { appUrl } from "@/lib/shared/env";
import { cut, oneLine, plainText } from "./clean";
import type { Message } from "./message";
import { incidentFacts, momentText, monitorNames } from "./wording";

const TITLE_MAX = 200;
const LINE_MAX = 2000;

/** The message of an event: said once, dressed by each app. Null when what it was about is gone. */
export function composeMessage(facts: EventFacts): Message | null {
  const draft = draftOf(facts);
  return draft && finished(draft);
}

/** A message that shows that the integration works. */
export function testMessage(integrationName: string): Message {
  return finished({
    level: "info",
    title: `Test: ${integrationName} works`,
    lines: ["This is a test message. Alerts of your monitors will arrive here."],
    facts: [],
    link: { label: "Open the dashboard", url: "/" },
  });
}

/** Told to owners and admins when an integration paused itself. */
export function pausedMessage(integration: { name: string; title: string; reason: string }): Message {
  return finished({
    level: "warning",
    title: `${integration.title} integration paused: ${integration.name}`,
    lines: [integration.reason, "It tells nobody until somebody resumes it. Send a test message first."],
    facts: [],
    link: { label: "Open the integrations", url: "/integrations" },
  });
}

type Draft = Omit<Message, "footer">;

/** A draft with every text cut, cleaned and its link made absolute. */
export function finished(draft: Draft): Message {
  const fact = ({ label, value }: Message["facts"][number]) => ({
    label,
    value: cut(oneLine(value), LINE_MAX),
  });
  return {
    level: draft.level,
    title: cut(oneLine(draft.title), TITLE_MAX),
    lines: draft.lines.map((line) => cut(plainText(line), LINE_MAX)).filter((line) => line !== ""),
    facts: draft.facts.map(fact),
    link: { label: draft.link.label, url: `${appUrl()}${draft.link.url}` },
    footer: `Vedette · ${new URL(appUrl()).host}`,
  };
}

function draftOf(facts: EventFacts): Draft | null {
  const { key } = facts.event;
  if (key.startsWith("uptime.incident")) return facts.incident && incidentDraft(facts, facts.incident);
  if (key.startsWith("uptime.maintenance_window")) return windowDraft(facts);
  return facts.monitor && monitorDraft(facts, facts.monitor);
}

function incidentDraft(facts: EventFacts, incident: IncidentFacts): Draft {
  const shared = {
    facts: incidentFacts(facts, incident),
    link: { label: `Open ${incident.slug}`, url: `/incidents/${incident.id}` },
  };
  const description = incident.description ? [incident.description] : [];
  const about = `${incident.title} (${incident.slug})`;
  const joined = facts.monitor?.name ?? "A monitor";
  switch (facts.event.key) {
    case "uptime.incident.recovered":
      return { ...shared, level: "up", title: `Recovered: ${about}`, lines: description };
    case "uptime.incident.propagated":
      return { ...shared, level: "down", title: `Spreading: ${about}`, lines: [`${joined} fails as well.`] };
    case "uptime.incident.partially_recovered":
      return { ...shared, level: "up", title: `Partly recovered: ${about}`, lines: [`${joined} is back.`] };
    case "uptime.incident_comment.created":
      return {
        ...shared,
        level: "info",
        title: `Comment on ${about}`,
        lines: [said(facts, facts.comment?.content)],
      };
    case "uptime.incident_update.published":
      return {
        ...shared,
        level: "info",
        title: `Update on ${about}: ${facts.update?.state ?? incident.state}`,
        lines: [said(facts, facts.update?.content)],
      };
    default:
      return incident.status === "recovered"
        ? { ...shared, level: "up", title: `Was down, recovered already: ${about}`, lines: description }
        : { ...shared, level: "down", title: `Down: ${about}`, lines: description };
  }
}

function said(facts: EventFacts, content: string | undefined): string {
  return facts.creator ? `${facts.creator.label}: ${content ?? ""}` : (content ?? "");
}

function monitorDraft(facts: EventFacts, monitor: MonitorFacts): Draft {
  const project = { label: "Project", value: facts.project.name };
  const link = { label: `Open ${monitor.name}`, url: `/monitors/${monitor.id}` };
  const notAfter = new Date(String(facts.certificate?.not_after ?? 0));
  const certificate = [
    { label: "Certificate", value: String(facts.certificate?.subject_common_name ?? "unnamed") },
    { label: "Issuer", value: String(facts.certificate?.issuer_common_name ?? "unknown") },
    { label: "Expires", value: momentText(notAfter) },
  ];
  switch (facts.event.key) {
    case "uptime.monitor.deleted":
      return {
        level: "info",
        title: `Monitor deleted: ${monitor.name}`,
        lines: [],
        facts: [project],
        link: { label: "Open the monitors", url: "/monitors" },
      };
    case "uptime.monitor_certificate.discovered":
      return {
        level: "info",
        title: `New certificate: ${monitor.name}`,
        lines: [],
        facts: [...certificate, project],
        link,
      };
    case "uptime.monitor_certificate.expiring": {
      const days = daysLeft(notAfter, facts.event.occurredAt);
      const title = `Certificate expires in ${days} day${days === 1 ? "" : "s"}: ${monitor.name}`;
      return { level: "warning", title, lines: [], facts: [...certificate, project], link };
    }
    default:
      return { level: "info", title: `Monitor created: ${monitor.name}`, lines: [], facts: [project], link };
  }
}

const WINDOW_WORDS: Record<string, string> = {
  "uptime.maintenance_window.in_progress": "Maintenance begins",
  "uptime.maintenance_window.completed": "Maintenance ended",
  "uptime.maintenance_window.cancelled": "Maintenance cancelled",
};

function windowDraft(facts: EventFacts): Draft | null {
  const { window } = facts;
  if (!window) return null;
  const list = [
    { label: "Begins", value: momentText(new Date(String(window.starts_at))) },
    { label: "Ends", value: momentText(new Date(String(window.ends_at))) },
  ];
  if (facts.affectedMonitors.length > 0) {
    list.push({ label: "Monitors", value: monitorNames(facts.affectedMonitors) });
  }
  return {
    level: "info",
    title: `${WINDOW_WORDS[facts.event.key] ?? "Maintenance"}: ${String(window.title)}`,
    lines: window.description ? [String(window.description)] : [],
    facts: [...list, { label: "Project", value: facts.project.name }],
    link: { label: "Open the maintenance window", url: `/maintenance/${String(window.id)}` },
  };
}
