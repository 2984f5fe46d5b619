import { placeOf, THIS_SERVER } from "@/lib/contract/core/regions";
import type { EventFacts, IncidentFacts, MonitorFacts, SeenFacts } from "@/lib/domain/alerting/event-facts";
import { causesOf, errorsOf } from "@/lib/domain/checks/causes";
import { unknownRegion } from "@/lib/domain/checks/region-state";
import { markdownToText } from "@/lib/domain/core/markdown";
import { count, duration } from "@/lib/domain/core/wording";
import { massHeadline } from "@/lib/domain/incidents/mass-title";
import { draftIncident, plainIncident, targetOf } from "@/lib/domain/incidents/text";
import type { Draft } from "./message";
import { factList, momentText, monitorNames, words } from "./wording";

const PLACES_MAX = 3;
/** A longer headline may lose its cause when the title is truncated. */
const HEADLINE_MAX = 180;

/** Returns the message about an incident event. The title says what is down, the facts say since when, from where, and why. */
export function incidentDraft(facts: EventFacts, incident: IncidentFacts): Draft {
  const about = incidentWords(facts, incident);
  const draft = facts.isTestIncident ? testDraft(facts, incident) : realDraft(facts, incident, about);
  // Alone in a subject, "2 monitors" says too little.
  const subject = /^[\d,]+ monitors$/.test(about.headline) ? incident.title : about.headline;
  return { ...draft, topic: facts.isTestIncident ? null : `${subject} (${incident.slug})` };
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
      if (facts.ending === "incident_deleted")
        return {
          ...endingDraft(facts, incident, about),
          link: { label: "Open incidents", url: "/incidents" },
        };
      if (facts.ending) return { ...endingDraft(facts, incident, about), link };
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
      if (facts.continuation && incident.status !== "recovered")
        return {
          ...over,
          level: "down",
          title: `Still down: ${headline}`,
          lines: [`${incident.slug} continues ${facts.continuation}, which was resolved during the outage.`],
        };
      return incident.status === "recovered" && !incident.endedBy
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

/** Returns the message that ends an incident for its recipient although it hasn't recovered. */
function endingDraft(facts: EventFacts, incident: IncidentFacts, about: IncidentWords): Omit<Draft, "link"> {
  if (facts.ending === "own_monitors") return ownMonitorsDraft(facts, incident, about);
  const isOpen = facts.ending !== "incident_deleted" && incident.status !== "recovered";
  return {
    level: "info",
    title: `Closed: ${about.headline}`,
    lines: [`${whyClosed(facts)}${isOpen ? " The incident is still open." : ""}`],
    facts: factsOf(facts, incident, about, about),
  };
}

function whyClosed({ ending, monitor, continuation }: EventFacts): string {
  if (ending === "incident_deleted") return "The incident was deleted.";
  if (ending === "monitor_deleted") return "Its monitor was deleted.";
  if (ending === "project_deleted") return "Its project was deleted.";
  if (ending === "region_removed")
    return "The regions that reported the failure no longer check the monitor.";
  if (ending === "unobserved")
    return "It was resolved while its monitors were paused or not reporting, so no check shows that they recovered.";
  if (ending === "still_down")
    return `It was resolved while its monitors were down. ${continuation ?? "Another incident"} continues it.`;
  if (ending === "separated")
    return `${monitor?.name ?? "A monitor"} was separated from this incident. This alert doesn't cover its other down monitors.`;
  return "The alert rule that would have reported its recovery here was deleted or changed.";
}

function ownMonitorsDraft(
  facts: EventFacts,
  incident: IncidentFacts,
  about: IncidentWords,
): Omit<Draft, "link"> {
  const others = count(facts.failingCount, "other monitor");
  const still = `${others} in this incident ${facts.failingCount === 1 ? "is" : "are"} still down.`;
  return {
    level: "up",
    title: `Recovered: ${facts.monitor?.name ?? "a monitor"} is up`,
    lines: [`Every monitor that this alert covers is up.${facts.failingCount > 0 ? ` ${still}` : ""}`],
    facts: factList([
      ["Up since", momentText(facts.event.occurredAt)],
      ["Incident", about.headline],
      ["Incident started", momentText(incident.incidentAt)],
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
  const hasRecovered = incident.status === "recovered";
  return {
    level: hasRecovered ? "up" : "down",
    title: `Test incident: ${name} ${hasRecovered ? `“recovered” after ${lasted(incident)}` : "“is down”"}`,
    lines: ["This is a test: nothing is down. Someone is checking who gets notified."],
    facts: factList([
      ["Started", momentText(incident.incidentAt)],
      ["Project", facts.project.name],
    ]),
    link: { label: "See who was notified", url: "/integrations" },
  };
}

function lasted({ incidentAt, outageAt, recoveryAt }: IncidentFacts): string {
  return duration(((recoveryAt ?? incidentAt).getTime() - outageAt.getTime()) / 1000);
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
    [incident.recoveryAt ? "Down from" : "Since", momentText(incident.outageAt)],
    ["Until", incident.recoveryAt && momentText(incident.recoveryAt)],
    ["Seen from", placesOf(facts.seen, monitors)],
    ["Cause", saysCause && about.headline.length <= HEADLINE_MAX ? null : about.cause],
    [label, namesItself ? null : monitorNames(monitors)],
    ["Impact", incident.impact === "unknown" ? null : words(incident.impact)],
    ["Project", facts.project.name],
  ]);
}

/** The headline of an incident in messages, and the facts that go with it. */
export interface IncidentWords {
  /** `Checkout – connection refused`, or the title that a person wrote. */
  readonly headline: string;
  /** The monitor that the headline names; null when a person wrote the headline. */
  readonly named: string | null;
  /** The error that the checks saw; null when it wasn't recorded. */
  readonly cause: string | null;
  readonly saysCause: boolean;
  /** A person's own description; null when it would only repeat the message. */
  readonly description: string | null;
}

/**
 * Returns the words of an incident, without built-in texts that repeat the facts of the message. A text is built-in when the same
 * check results produce it again.
 */
export function incidentWords(facts: EventFacts, incident: IncidentFacts): IncidentWords {
  const { seen } = facts;
  const monitor = facts.affectedMonitors.find(({ id }) => id === seen?.monitorId);
  const opened = facts.event.key !== "uptime.incident.propagated" ? seen : null;
  const cause = causeOf(opened);
  const mass = massHeadline(incident.title);
  const own = {
    headline: mass ?? incident.title,
    named: null,
    cause,
    saysCause: mass !== null,
    description: incident.description,
  };
  if (!opened || !monitor) return own;
  const draftFacts = {
    monitor: monitor.name,
    target: targetOf(monitor.protocol, monitor.request),
    failing: opened.regions.map(({ region, error }) => ({ ...unknownRegion(region), error })),
    places: placesSeen(opened),
    regionCount: monitor.regions.length,
    since: incident.incidentAt.getTime(),
  };
  const [draft, plain] = [draftIncident(draftFacts), plainIncident(draftFacts)];
  const isBuiltIn = [draft.description, plain.description].includes(incident.description ?? "");
  const description = isBuiltIn ? null : incident.description;
  // The start is about the monitor that failed first, even if others have joined since.
  const isStartOfMass = mass !== null && facts.event.key === "uptime.incident.created";
  if (
    cause &&
    (incident.title === draft.title || (isStartOfMass && mass.endsWith(causesOf(draftFacts.failing))))
  ) {
    return {
      headline: `${monitor.name} – ${cause}`,
      named: monitor.name,
      cause,
      saysCause: true,
      description,
    };
  }
  const isPlain = incident.title === plain.title || isStartOfMass;
  if (isPlain) return { ...own, headline: monitor.name, named: monitor.name, description };
  return { ...own, description };
}

/** Returns the cause, such as `connection refused`; null when it wasn't recorded. */
export function causeOf(seen: EventFacts["seen"]): string | null {
  if (!seen?.regions.some(({ error }) => error)) return null;
  return errorsOf(seen.regions.map(({ region, error }) => ({ ...unknownRegion(region), error })));
}

/** Returns where failures were seen: `all 3 regions`, `Frankfurt (1 of 3 regions)`; null when it wasn't recorded. */
export function placesOf(seen: EventFacts["seen"], monitors: readonly MonitorFacts[]): string | null {
  if (!seen || seen.regions.length === 0) return null;
  const { length } = seen.regions;
  const names = [...new Set(placesSeen(seen).map((place) => place.split(",")[0]))];
  const all = monitors.find(({ id }) => id === seen.monitorId)?.regions.length ?? 0;
  const isOne = (all <= 1 && length === 1) || (length >= all && names.join() === THIS_SERVER);
  if (isOne) return names[0] ?? null;
  if (length >= all) return `all ${count(length, "region")}`;
  const more = names.length > PLACES_MAX ? " and others" : "";
  return `${names.slice(0, PLACES_MAX).join(", ")}${more} (${length} of ${count(all, "region")})`;
}

/** Returns where the failing checks ran. Incidents of older versions didn't record it and named every region. */
function placesSeen({ regions }: SeenFacts): string[] {
  return regions.map(({ region, place }) => place ?? placeOf(region, new Set([region])));
}
