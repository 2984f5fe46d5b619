import type { EventFacts } from "./event-facts";

/** State of a delivery right before it's sent. */
export interface Situation {
  readonly isTest: boolean;
  /** A person asked for it, so it's sent regardless of the policy. */
  readonly isResend: boolean;
  readonly integrationPaused: boolean;
  /** Null for a test, and when the event is gone. */
  readonly facts: EventFacts | null;
  /** The alert rule's limit in minutes, and whether it sent an earlier event within it. */
  readonly rateLimitMinutes: number;
  readonly sentWithinLimit: boolean;
  /** Whether it reports a recovery, and maintenance windows muted every start for the recipient. */
  readonly startIsMuted: boolean;
  /** Whether a start of the incident was, or may have been, sent to this recipient. */
  readonly startIsSent: boolean;
  /** Whether the incident is over for this recipient, who gets its recovery anyway. */
  readonly recoveryIsCovered: boolean;
  /** Whether a digest reported the incident as recovered. */
  readonly digestCoversRecovery: boolean;
  readonly wantsEveryEvent: boolean;
  /** It failed over from another integration, which has delivered it in the meantime. */
  readonly originalDelivered: boolean;
}

/** Why a delivery isn't sent. */
export interface Suppression {
  readonly status: "muted" | "rate_limited" | "superseded";
  readonly reason: string;
}

type Stage = (situation: Situation) => Suppression | null;

/** The sending policy, in order. The first stage that delays or drops a delivery gives the reason. */
const STAGES: readonly Stage[] = [stillThere, hasStarted, muted, rateLimited, alreadyCovered];

export function suppress(situation: Situation): Suppression | null {
  if (situation.isTest) return null;
  if (situation.isResend) return stillThere(situation);
  for (const stage of STAGES) {
    const kept = stage(situation);
    if (kept) return kept;
  }
  return null;
}

function stillThere({ facts }: Situation): Suppression | null {
  const gone = "The subject of this notification was deleted before it was sent.";
  if (facts === null) return { status: "superseded", reason: gone };
  const needsIncident = facts.event.key.startsWith("uptime.incident");
  return needsIncident && facts.incident === null ? { status: "superseded", reason: gone } : null;
}

/** Only recipients who were notified of an incident need to know why they'll hear no more about it. */
function hasStarted({ facts, startIsSent }: Situation): Suppression | null {
  const isCutShort = facts?.ending && facts.ending !== "own_monitors";
  return isCutShort && !startIsSent ? { status: "superseded", reason: "Its start was not sent." } : null;
}

/** Returns the monitors that a notification of an incident is about. It's muted while a window mutes all of them. */
export function concernedMonitors({ monitor, affectedMonitors }: EventFacts): EventFacts["affectedMonitors"] {
  return monitor ? [monitor] : affectedMonitors;
}

/** The reason for notifications that a maintenance window delays. They're sent when it ends if they're still true. */
export const MUTED_BY_WINDOW = "A maintenance window is muting its monitors.";

/** The reason for notifications that a paused integration delays. They're sent when it's resumed if they're still true. */
export const MUTED_BY_PAUSE = "The integration is paused.";

const SLOWNESS: readonly string[] = ["uptime.monitor.degraded", "uptime.monitor.restored"];

function muted({ integrationPaused, facts, startIsMuted }: Situation): Suppression | null {
  if (integrationPaused) return { status: "muted", reason: MUTED_BY_PAUSE };
  if (facts?.project.muted) return { status: "muted", reason: "The project is muted." };
  const concerned = facts ? concernedMonitors(facts) : [];
  const allMuted = concerned.length > 0 && concerned.every((monitor) => monitor.muted);
  // What was slow during maintenance no longer matters after it.
  if (facts && SLOWNESS.includes(facts.event.key))
    return allMuted ? { status: "muted", reason: "A maintenance window muted the monitor." } : null;
  if (!facts?.event.key.startsWith("uptime.incident")) return null;
  if (allMuted) return { status: "muted", reason: MUTED_BY_WINDOW };
  return startIsMuted
    ? { status: "muted", reason: "A maintenance window muted the incident's start." }
    : null;
}

function rateLimited({ rateLimitMinutes, sentWithinLimit }: Situation): Suppression | null {
  if (rateLimitMinutes === 0 || !sentWithinLimit) return null;
  return {
    status: "rate_limited",
    reason: `The alert rule sends at most one notification every ${rateLimitMinutes} minutes.`,
  };
}

/** People who weren't notified of the start get one summary instead of two messages about the past. */
function alreadyCovered(situation: Situation): Suppression | null {
  const { facts, recoveryIsCovered, digestCoversRecovery, wantsEveryEvent, originalDelivered } = situation;
  if (originalDelivered)
    return { status: "superseded", reason: "The original integration delivered it in the meantime." };
  if (facts?.event.key === "uptime.incident.recovered" && digestCoversRecovery) {
    return {
      status: "superseded",
      reason: "The digest that covered the incident also covered its recovery.",
    };
  }
  const isStart =
    facts?.event.key === "uptime.incident.created" || facts?.event.key === "uptime.incident.propagated";
  if (wantsEveryEvent || !isStart || !recoveryIsCovered) return null;
  return {
    status: "superseded",
    reason: "The incident recovered before this was sent. The recovery notification covers both.",
  };
}

/** Notifications per minute that are sent individually. More than this is a storm. */
export const MESSAGES_PER_WINDOW = 10;
export const WINDOW_MS = 60_000;

/** Returns whether a notification goes into a digest: the integration reached the limit in the last minute, or a digest is already open. */
export function belongsInDigest(recent: { sent: number; digestOpen: boolean }): boolean {
  return recent.digestOpen || recent.sent >= MESSAGES_PER_WINDOW;
}
