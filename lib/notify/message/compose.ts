import type { EventFacts, MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { daysLeft } from "@/lib/domain/checks/certificate-expiry";
import { markdownToText } from "@/lib/domain/core/markdown";
import { count, duration } from "@/lib/domain/core/wording";
import { appUrl } from "@/lib/shared/env";
import { incidentDraft } from "./incident-draft";
import type { Draft, Message } from "./message";
import { cut, factList, momentText, monitorNames, oneLine, plainText } from "./wording";

const TITLE_MAX = 200;
const LINE_MAX = 2000;

/** Returns the message of an event, which each app formats in its own way. Null when the event's subject was deleted. */
export function composeMessage(facts: EventFacts): Message | null {
  const draft = draftOf(facts);
  return draft && finished(draft);
}

/** Returns the message that a test of an integration sends. */
export function testMessage(integrationName: string): Message {
  return finished({
    level: "info",
    title: `Test: ${integrationName} works`,
    lines: ["This is a test notification. Alerts from your monitors will arrive here."],
    facts: [],
    link: { label: "Open dashboard", url: "/" },
  });
}

/** Returns the message to owners and admins about an integration that was paused automatically. */
export function pausedMessage(integration: { name: string; title: string; reason: string }): Message {
  return finished({
    level: "warning",
    title: `${integration.title} integration paused: ${integration.name}`,
    lines: [
      integration.reason,
      "It won't send notifications until it's resumed. Send a test notification before you resume it.",
    ],
    facts: [],
    link: { label: "Open integrations", url: "/integrations" },
  });
}

/** Returns the message with a first line that says why it was sent through another integration. */
export function failoverMessage(message: Message, note: string): Message {
  return { ...message, lines: [`This alert ${note} Here's the original alert:`, ...message.lines] };
}

/** Truncates and cleans every text of a draft, makes its link absolute, and adds the footer. */
export function finished(draft: Draft): Message {
  const link = { ...draft.link, url: `${appUrl()}${draft.link.url}` };
  return cleaned({ ...draft, link, footer: `Vedette · ${new URL(appUrl()).host}` });
}

/** Truncates and cleans every text of a message whose links are absolute. */
export function cleaned(draft: Message): Message {
  const fact = ({ label, value }: Message["facts"][number]) => ({
    label,
    value: cut(oneLine(value), LINE_MAX),
  });
  return {
    level: draft.level,
    title: cut(oneLine(draft.title), TITLE_MAX),
    lines: draft.lines.map((line) => cut(plainText(line), LINE_MAX)).filter((line) => line !== ""),
    facts: draft.facts.map(fact),
    link: { label: oneLine(draft.link.label), url: draft.link.url },
    topic: draft.topic ? cut(oneLine(draft.topic), TITLE_MAX) : null,
    footer: oneLine(draft.footer),
    ...(draft.footLinks ? { footLinks: draft.footLinks } : {}),
  };
}

function draftOf(facts: EventFacts): Draft | null {
  const { key } = facts.event;
  if (key.startsWith("uptime.incident")) return facts.incident && incidentDraft(facts, facts.incident);
  if (key.startsWith("uptime.maintenance_window")) return windowDraft(facts);
  return facts.monitor && monitorDraft(facts, facts.monitor);
}

function monitorDraft(facts: EventFacts, monitor: MonitorFacts): Draft {
  const project = { label: "Project", value: facts.project.name };
  const link = { label: `Open ${monitor.name}`, url: `/monitors/${monitor.id}` };
  const { not_after, expires_at = not_after, expires_first: first = null } = facts.certificate ?? {};
  const notAfter = new Date(String(expires_at ?? 0));
  const certificate = [
    { label: "Expires", value: momentText(notAfter) },
    ...(first === null
      ? []
      : [{ label: "Expires first", value: `Intermediate certificate ${String(first)}` }]),
    { label: "Certificate", value: String(facts.certificate?.subject_common_name ?? "unnamed") },
    { label: "Issuer", value: String(facts.certificate?.issuer_common_name ?? "unknown") },
  ];
  switch (facts.event.key) {
    case "uptime.monitor.deleted":
      return {
        level: "info",
        title: `Monitor deleted: ${monitor.name}`,
        lines: [],
        facts: [project],
        link: { label: "Open monitors", url: "/monitors" },
      };
    case "uptime.monitor.degraded":
    case "uptime.monitor.restored": {
      const isSlow = facts.event.key === "uptime.monitor.degraded";
      return {
        level: isSlow ? "warning" : "up",
        title: `${monitor.name} is ${isSlow ? "slow" : "fast again"}`,
        lines: [],
        facts: [{ label: "Responses", value: facts.reason ?? "unknown" }, project],
        link,
      };
    }
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
      const when = days > 0 ? `expires in ${count(days, "day")}` : "has expired";
      const title = `${first === null ? "Certificate" : "Intermediate certificate"} ${when}: ${monitor.name}`;
      return { level: "warning", title, lines: [], facts: [...certificate, project], link };
    }
    default:
      return { level: "info", title: `Monitor created: ${monitor.name}`, lines: [], facts: [project], link };
  }
}

const WINDOW_WORDS: Record<string, string> = {
  "uptime.maintenance_window.in_progress": "Maintenance started",
  "uptime.maintenance_window.completed": "Maintenance completed",
  "uptime.maintenance_window.cancelled": "Maintenance canceled",
};

const MODE_WORDS: Record<string, string> = {
  pause: "Off. These monitors aren't checked during maintenance.",
  mute: "Muted. Checks continue, but no incident notifications are sent.",
};

function windowDraft(facts: EventFacts): Draft | null {
  const { window } = facts;
  if (!window) return null;
  const [begin, end] = [new Date(String(window.starts_at)), new Date(String(window.ends_at))];
  const runs = facts.event.key === "uptime.maintenance_window.in_progress";
  const until = `${momentText(end)} (${duration((end.getTime() - begin.getTime()) / 1000)})`;
  const monitors = facts.affectedMonitors;
  return {
    level: "info",
    title: `${WINDOW_WORDS[facts.event.key] ?? "Maintenance"}: ${String(window.title)}`,
    lines: window.description ? [markdownToText(String(window.description))] : [],
    facts: factList([
      runs ? ["Until", until] : ["Scheduled", `${momentText(begin)} to ${until}`],
      [monitors.length === 1 ? "Monitor" : "Monitors", monitorNames(monitors)],
      ["Alerts", runs ? (MODE_WORDS[String(window.monitoring_mode)] ?? null) : null],
      ["Project", facts.project.name],
    ]),
    link: { label: "Open maintenance window", url: `/maintenance/${String(window.id)}` },
  };
}
