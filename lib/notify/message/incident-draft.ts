import type { EventFacts, IncidentFacts } from "@/lib/domain/alerting/event-facts";
import { markdownToText } from "@/lib/domain/core/markdown";
import { count, duration } from "@/lib/domain/core/wording";
import { causeOf, type IncidentWords, incidentWords, placesOf } from "./incident-words";
import type { Draft } from "./message";
import { factList, momentText, monitorNames, words } from "./wording";

/** A longer headline may lose its cause when the title is truncated. */
const HEADLINE_MAX = 180;

/** Returns the message about an incident event. The title says what is down, the facts say since when, from where, and why. */
export function incidentDraft(facts: EventFacts, incident: IncidentFacts): Draft {
  const about = incidentWords(facts, incident);
  const draft = facts.isDrill ? testDraft(facts, incident) : realDraft(facts, incident, about);
  return { ...draft, topic: facts.isDrill ? null : `${about.headline} (${incident.slug})` };
}

function realDraft(facts: EventFacts, incident: IncidentFacts, about: IncidentWords): Draft {
  const link = { label: `Open ${incident.slug}`, url: `/incidents/${incident.id}` };
  const over = {
    link,
    level: "up",
    lines: own(about),
    facts: factsOf(facts, incident, about, about),
  } as const;
  const { headline } = about;
  switch (facts.event.key) {
    case "uptime.incident.recovered":
      return {
        ...over,
        title: `Recovered after ${lasted(incident)}: ${about.named ?? headline}`,
        facts: factsOf(facts, incident, about, { saysCause: false }),
      };
    case "uptime.incident.propagated":
    case "uptime.incident.partially_recovered":
      return { ...memberDraft(facts, incident, about), link };
    case "uptime.incident_comment.created":
      return { ...textDraft(facts, about, "Comment", facts.comment?.content), link };
    case "uptime.incident_update.published": {
      const state = words(facts.update?.state ?? incident.state).toLowerCase();
      return { ...textDraft(facts, about, `Update (${state})`, facts.update?.content), link };
    }
    default:
      return incident.status === "recovered"
        ? { ...over, title: `Was down for ${lasted(incident)}: ${headline}` }
        : { ...over, level: "down", title: `Down: ${headline}` };
  }
}

function own({ description }: IncidentWords): string[] {
  return description ? [description] : [];
}

/** Returns the message about a monitor that joined the incident or recovered from it. */
function memberDraft(facts: EventFacts, incident: IncidentFacts, about: IncidentWords): Omit<Draft, "link"> {
  const name = facts.monitor?.name ?? "a monitor";
  const failing = count(facts.failingCount, "monitor");
  const isBack = facts.event.key === "uptime.incident.partially_recovered";
  const cause = isBack ? null : causeOf(facts.seen);
  const still = facts.failingCount > 0 ? `, ${failing} still down` : "";
  const title = isBack
    ? `Partially recovered: ${name} is up${still}`
    : `Also down: ${name}${cause ? ` – ${cause}` : ""}${facts.failingCount > 1 ? ` (${failing} down)` : ""}`;
  return {
    level: isBack ? "warning" : "down",
    title,
    lines: [],
    facts: factList([
      [isBack ? "Up since" : "Since", momentText(facts.event.occurredAt)],
      ["Seen from", isBack ? null : placesOf(facts.seen, facts.affectedMonitors)],
      ["Incident", about.headline],
      ["Incident started", momentText(incident.incidentAt)],
      ["Monitors", facts.affectedMonitors.length > 1 ? monitorNames(facts.affectedMonitors) : null],
      ["Project", facts.project.name],
    ]),
  };
}

/** Returns the message for a comment or update, whose text is the body. */
function textDraft(
  facts: EventFacts,
  { headline }: IncidentWords,
  kind: string,
  content: string | undefined,
): Omit<Draft, "link"> {
  return {
    level: "info",
    title: `${kind}: ${headline}`,
    lines: [markdownToText(content ?? "")],
    facts: factList([
      ["By", facts.creator?.label ?? null],
      ["Project", facts.project.name],
    ]),
  };
}

/** Returns the message of a test incident. Every line that a phone may show alone begins by saying that it's a test. */
function testDraft(facts: EventFacts, incident: IncidentFacts): Draft {
  const name = facts.affectedMonitors[0]?.name ?? "a monitor";
  const isOver = incident.status === "recovered";
  return {
    level: isOver ? "up" : "down",
    title: isOver
      ? `Test incident over: ${name} “recovered” after ${lasted(incident)}`
      : `Test incident: ${name} “is down”`,
    lines: ["This is a test: nothing is down. Someone is checking who gets notified."],
    facts: factList([
      ["Started", momentText(incident.incidentAt)],
      ["Project", facts.project.name],
    ]),
    link: { label: "See who was notified", url: "/integrations" },
  };
}

function lasted({ incidentAt, recoveryAt }: IncidentFacts): string {
  return duration(((recoveryAt ?? incidentAt).getTime() - incidentAt.getTime()) / 1000);
}

function factsOf(
  facts: EventFacts,
  incident: IncidentFacts,
  about: IncidentWords,
  { saysCause }: { saysCause: boolean },
) {
  const { affectedMonitors: monitors } = facts;
  const label = monitors.length === 1 ? "Monitor" : "Monitors";
  const namesItself = monitors.length === 0 || (monitors.length === 1 && monitors[0]?.name === about.named);
  return factList([
    [incident.recoveryAt ? "Down from" : "Since", momentText(incident.incidentAt)],
    ["Until", incident.recoveryAt && momentText(incident.recoveryAt)],
    ["Seen from", placesOf(facts.seen, monitors)],
    ["Cause", saysCause && about.headline.length <= HEADLINE_MAX ? null : about.cause],
    [label, namesItself ? null : monitorNames(monitors)],
    ["Impact", incident.impact === "unknown" ? null : words(incident.impact)],
    ["Project", facts.project.name],
  ]);
}
