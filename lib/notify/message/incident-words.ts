import { placeOf, THIS_SERVER } from "@/lib/contract/core/regions";
import type { EventFacts, IncidentFacts, MonitorFacts, SeenFacts } from "@/lib/domain/alerting/event-facts";
import { errorsOf } from "@/lib/domain/checks/causes";
import { unknownRegion } from "@/lib/domain/checks/region-state";
import { count } from "@/lib/domain/core/wording";
import { draftIncident, plainIncident, targetOf } from "@/lib/domain/incidents/text";

const PLACES_MAX = 3;

/** What messages call an incident, and what they add to it. */
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
  const own = {
    headline: incident.title,
    named: null,
    cause,
    saysCause: false,
    description: incident.description,
  };
  if (!opened || !monitor) return own;
  const evidence = {
    monitor: monitor.name,
    target: targetOf(monitor.protocol, monitor.request),
    failing: opened.regions.map(({ region, error }) => ({ ...unknownRegion(region), error })),
    places: placesSeen(opened),
    regionCount: monitor.regions.length,
    since: incident.incidentAt.getTime(),
  };
  const [draft, plain] = [draftIncident(evidence), plainIncident(evidence)];
  const isBuiltIn = [draft.description, plain.description].includes(incident.description ?? "");
  const description = isBuiltIn ? null : incident.description;
  if (incident.title === draft.title && cause) {
    return {
      headline: `${monitor.name} – ${cause}`,
      named: monitor.name,
      cause,
      saysCause: true,
      description,
    };
  }
  const isPlain = incident.title === plain.title;
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
