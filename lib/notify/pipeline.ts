import type { EventFacts } from "@/lib/domain/alerting/event-facts";

/** What is known about a delivery when its turn has come. */
export interface Situation {
  readonly isTest: boolean;
  /** A person asked for it: it goes whatever the policy says. */
  readonly isResend: boolean;
  readonly integrationPaused: boolean;
  /** Null for a test, and when the event is gone. */
  readonly facts: EventFacts | null;
  /** The rule's minutes, and whether it told an earlier event within them. */
  readonly rateLimitMinutes: number;
  readonly toldWithinLimit: boolean;
  /** Whether this integration is told of the incident's recovery anyway. */
  readonly recoveryIsTold: boolean;
  /** Whether a digest that left after the recovery told of the incident. */
  readonly digestToldRecovery: boolean;
  readonly wantsEveryEvent: boolean;
  /** It was handed on from another integration, which got it through meanwhile. */
  readonly toldWhereMeant: boolean;
}

/** Why a delivery is not sent. */
export interface KeptBack {
  readonly status: "muted" | "rate_limited" | "superseded";
  readonly reason: string;
}

type Stage = (situation: Situation) => KeptBack | null;

/** The policy, top to bottom: the first stage that keeps a delivery back says why. What passes is built, sent and recorded. */
const STAGES: readonly Stage[] = [stillThere, muted, rateLimited, alreadyTold];

export function keepBack(situation: Situation): KeptBack | null {
  if (situation.isTest) return null;
  if (situation.isResend) return stillThere(situation);
  for (const stage of STAGES) {
    const kept = stage(situation);
    if (kept) return kept;
  }
  return null;
}

function stillThere({ facts }: Situation): KeptBack | null {
  const gone = "What it was about was deleted before it could be told.";
  if (facts === null) return { status: "superseded", reason: gone };
  const needsIncident = facts.event.key.startsWith("uptime.incident");
  return needsIncident && facts.incident === null ? { status: "superseded", reason: gone } : null;
}

function muted({ integrationPaused, facts }: Situation): KeptBack | null {
  if (integrationPaused) return { status: "muted", reason: "The integration is paused." };
  if (facts?.project.muted) return { status: "muted", reason: "The project is muted." };
  if (!facts?.event.key.startsWith("uptime.incident")) return null;
  const concerned = facts.monitor ? [facts.monitor] : facts.affectedMonitors;
  const allMuted = concerned.length > 0 && concerned.every((monitor) => monitor.muted);
  return allMuted ? { status: "muted", reason: "A maintenance window mutes its monitors." } : null;
}

function rateLimited({ rateLimitMinutes, toldWithinLimit }: Situation): KeptBack | null {
  if (rateLimitMinutes === 0 || !toldWithinLimit) return null;
  return {
    status: "rate_limited",
    reason: `The rule told another event within its ${rateLimitMinutes} minutes.`,
  };
}

/** People who were not told of the start get one summary, not two messages about the past. */
function alreadyTold(situation: Situation): KeptBack | null {
  const { facts, recoveryIsTold, digestToldRecovery, wantsEveryEvent, toldWhereMeant } = situation;
  if (toldWhereMeant)
    return { status: "superseded", reason: "The integration it was handed on from told it meanwhile." };
  if (facts?.event.key === "uptime.incident.recovered" && digestToldRecovery) {
    return {
      status: "superseded",
      reason: "The digest that told of the incident told its recovery as well.",
    };
  }
  const isStart =
    facts?.event.key === "uptime.incident.created" || facts?.event.key === "uptime.incident.propagated";
  if (wantsEveryEvent || !isStart || facts?.incident?.status !== "recovered" || !recoveryIsTold) return null;
  return {
    status: "superseded",
    reason: "The incident recovered before this was told; the recovery tells both.",
  };
}
