import type { EventFacts, IncidentFacts } from "@/lib/domain/alerting/event-facts";
import { markdownToText } from "@/lib/domain/core/markdown";
import { count } from "@/lib/domain/core/wording";
import { causeOf, type IncidentWords, incidentWords, placesOf } from "./incident-words";
import type { Draft } from "./message";
import { durationText, factList, momentText, monitorNames, words } from "./wording";

/** A longer one may lose its cause when the title is cut. */
const HEADLINE_MAX = 180;

/** What is told about an event of an incident: the title says what and how it stands, the facts since when, from where and why. */
export function incidentDraft(facts: EventFacts, incident: IncidentFacts): Draft {
  const about = incidentWords(facts, incident);
  const draft = facts.isDrill ? drillDraft(facts, incident) : realDraft(facts, incident, about);
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
      return { ...talkDraft(facts, about, "Comment", facts.comment?.content), link };
    case "uptime.incident_update.published": {
      const state = words(facts.update?.state ?? incident.state).toLowerCase();
      return { ...talkDraft(facts, about, `Update, ${state}`, facts.update?.content), link };
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

/** One monitor more, or less. */
function memberDraft(facts: EventFacts, incident: IncidentFacts, about: IncidentWords): Omit<Draft, "link"> {
  const name = facts.monitor?.name ?? "a monitor";
  const failing = count(facts.failingCount, "monitor");
  const isBack = facts.event.key === "uptime.incident.partially_recovered";
  const cause = isBack ? null : causeOf(facts.seen);
  const still = facts.failingCount > 0 ? `, ${failing} still down` : "";
  const title = isBack
    ? `Partly recovered: ${name} is up${still}`
    : `Also down: ${name}${cause ? ` – ${cause}` : ""}${facts.failingCount > 1 ? `, now ${failing}` : ""}`;
  return {
    level: isBack ? "warning" : "down",
    title,
    lines: [],
    facts: factList([
      [isBack ? "Up since" : "Since", momentText(facts.event.occurredAt)],
      ["Seen from", isBack ? null : placesOf(facts.seen, facts.affectedMonitors)],
      ["Incident", about.headline],
      ["Incident since", momentText(incident.incidentAt)],
      ["Monitors", facts.affectedMonitors.length > 1 ? monitorNames(facts.affectedMonitors) : null],
      ["Project", facts.project.name],
    ]),
  };
}

/** What somebody wrote: the text is the message. */
function talkDraft(
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

/** The word stands first in every line that a phone may show alone. */
function drillDraft(facts: EventFacts, incident: IncidentFacts): Draft {
  const name = facts.affectedMonitors[0]?.name ?? "a monitor";
  const isOver = incident.status === "recovered";
  return {
    level: isOver ? "up" : "down",
    title: isOver ? `Drill over: ${name} “recovered” after ${lasted(incident)}` : `Drill: ${name} “is down”`,
    lines: ["This is a drill: nothing is down. Somebody tries out who is told."],
    facts: factList([
      ["Started", momentText(incident.incidentAt)],
      ["Project", facts.project.name],
    ]),
    link: { label: "See who was told", url: "/integrations" },
  };
}

function lasted({ incidentAt, recoveryAt }: IncidentFacts): string {
  return durationText((recoveryAt ?? incidentAt).getTime() - incidentAt.getTime());
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
