import { knownState, type PageState } from "@/lib/domain/status-pages/page-state";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { monitorsOf, type PageModel } from "@/lib/status-page/model/model";
import { percentText, responseTimeText, windowText } from "@/lib/status-page/render/format";
import type { BadgeMetric } from "./badge-options";

/** Percentages below these are shown as degraded, and as a partial outage. */
const GOOD_PERCENT = 99.9;
const FAIR_PERCENT = 99;

/** The facts that a badge shows about a page or one of its components. */
export interface BadgeFacts {
  readonly name: string;
  readonly message: string;
  /** Decides on the color. */
  readonly state: PageState;
}

interface Subject {
  readonly name: string;
  readonly state: PageState;
  readonly availability: number | null;
  readonly medianMs: number | null;
  readonly trackedSince: Date;
}

/**
 * Returns the facts that a badge shows; null for a component that isn't on the page. Anything that hasn't been checked for a
 * while, or is `aged`, isn't shown as operational.
 */
export function badgeFacts(
  model: PageModel,
  { metric, component }: { readonly metric: BadgeMetric; readonly component: number | null },
  aged: boolean,
): BadgeFacts | null {
  const subject = subjectOf(model, component);
  if (!subject) return null;
  const { name, availability, medianMs, trackedSince } = subject;
  const { language } = model.settings;
  const words = wordsOf({ language });
  if (metric === "uptime")
    return {
      name: words.labeled(name, windowText(words.availability, trackedSince, model)),
      message: words.inText(percentText(availability, language)),
      state: uptimeState(availability),
    };
  if (metric === "response-time")
    return {
      name,
      message: medianMs === null ? words.inText(words.states.empty) : responseTimeText(medianMs, language),
      state: medianMs === null ? "empty" : "operational",
    };
  const isStale = aged || model.stale;
  const state = knownState(subject.state, isStale);
  if (isStale && state === "empty") return { name, message: words.inText(words.home.noCurrentData), state };
  const isPartlyKnown = component === null && state === "operational" && model.unknown.length > 0;
  return {
    name,
    message: words.inText(isPartlyKnown ? words.home.noKnownProblems : words.states[state]),
    state,
  };
}

function subjectOf(model: PageModel, component: number | null): Subject | null {
  const monitors = monitorsOf(model.components);
  if (component !== null) return monitors.find(({ id }) => id === component) ?? null;
  const tracked = monitors.map(({ trackedSince }) => trackedSince.getTime());
  const trackedSince = new Date(Math.min(model.now.getTime(), ...tracked));
  const { state, availability, settings } = model;
  return { name: settings.name, state, availability, medianMs: null, trackedSince };
}

function uptimeState(availability: number | null): PageState {
  if (availability === null) return "empty";
  if (availability >= GOOD_PERCENT) return "operational";
  return availability >= FAIR_PERCENT ? "degraded_performance" : "partial_outage";
}
