import { THIS_SERVER } from "@/lib/contract/core/regions";
import { protocolOf } from "@/lib/contract/protocols/lookup";
import { causesOf, errorsOf } from "@/lib/domain/checks/causes";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { nameTarget } from "@/lib/domain/core/target";
import { count } from "@/lib/domain/core/wording";

const TITLE_MAX = 250;
const DESCRIPTION_MAX = 2000;

/** Returns the target of a stored request as its protocol names it, with a URL without its query. */
export function targetOf(protocol: string, request: Record<string, unknown>): string {
  return nameTarget(protocolOf(protocol)?.target ?? "{host}", request, withoutQuery);
}

function withoutQuery(text: string): string {
  const url = URL.parse(text);
  return url ? `${url.origin}${url.pathname === "/" ? "" : url.pathname}` : "";
}

export interface IncidentDraftFacts {
  readonly monitor: string;
  readonly target: string;
  readonly failing: readonly RegionState[];
  /** Where each of those checks ran. */
  readonly places: readonly string[];
  readonly regionCount: number;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Drafts title and description of a new incident: what failed and how, since when, and from where. */
export function draftIncident(facts: IncidentDraftFacts): { title: string; description: string } {
  return {
    title: cut(`${facts.monitor} is down: ${causesOf(facts.failing)}`, TITLE_MAX),
    description: cut(`${bareFacts(facts)} Checks reported: ${errorsOf(facts.failing)}.`, DESCRIPTION_MAX),
  };
}

/** Drafts a minimal title and description for projects without generated texts. The errors are in the timeline. */
export function plainIncident(facts: IncidentDraftFacts): { title: string; description: string } {
  return {
    title: cut(`${facts.monitor} is down`, TITLE_MAX),
    description: cut(bareFacts(facts), DESCRIPTION_MAX),
  };
}

function bareFacts(facts: IncidentDraftFacts): string {
  const places = [...new Set(facts.places)];
  const since = `${new Date(facts.since).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const isHere = places.length === 1 && places[0] === THIS_SERVER;
  const scope =
    facts.failing.length === facts.regionCount
      ? `from ${facts.regionCount === 1 || isHere ? places[0] : `all ${count(facts.regionCount, "region")}`}`
      : `from ${facts.failing.length} of ${count(facts.regionCount, "region")} (${places.join(", ")})`;
  const what = facts.target ? ` (${facts.target})` : "";
  // Still true after the incident has recovered.
  return `${facts.monitor}${what} started failing at ${since} ${scope}.`;
}

function cut(text: string, max: number): string {
  const points = [...text];
  return points.length <= max ? text : `${points.slice(0, max - 1).join("")}…`;
}
