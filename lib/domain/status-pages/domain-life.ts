import type { DomainPhase } from "@/lib/contract/status-pages/domain";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import type { DomainFinding } from "./domain-proof";

/** Waits after the first, second, … check without proof. The last one repeats. */
const WAITS_MS = [1, 2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE_MS);
/** How long a domain may wait for its first proof before the API reports it as failed. */
const SETUP_MS = 72 * HOUR_MS;
/** When a domain without proof is only checked daily. */
const SLOW_AFTER_MS = 7 * DAY_MS;
/** How long an active domain stays online without proof, and how many checks must confirm that it's gone. */
const GRACE_MS = 24 * HOUR_MS;
const GRACE_CHECKS = 5;
const SILENT = "The domain's name servers did not respond. Try again later.";

/** Names that resolve only within one machine or network. No one else can claim them, so they need no verification. */
const LOCAL_SUFFIXES = [".localhost", ".local", ".internal", ".lan", ".test", ".home.arpa"];

/** The progress of a custom domain, and when it's checked next. */
export interface DomainLife {
  readonly phase: DomainPhase;
  /** When the phase began. */
  readonly since: Date;
  /** Consecutive checks without proof. */
  readonly misses: number;
  /** When an active domain was first found without proof; null while it's proved. */
  readonly missingSince: Date | null;
  readonly checkedAt: Date | null;
  /** Null for a local name, which is never checked. */
  readonly nextCheckAt: Date | null;
  /** Why the domain counts as failed; null otherwise. */
  readonly error: string | null;
}

/** Returns whether a domain resolves only within the local network. */
export function isLocalDomain(domain: string): boolean {
  return LOCAL_SUFFIXES.some((suffix) => domain.endsWith(suffix));
}

/** Returns whether a page is served at its custom domain: verified by DNS, or a local name. */
export function isDomainLive(page: {
  readonly domain: string | null;
  readonly domain_verified_at: Date | null;
}): boolean {
  if (page.domain === null) return false;
  return page.domain_verified_at !== null || isLocalDomain(page.domain);
}

/** Returns the state of a domain that was just entered. It's checked immediately, unless it's a local name. */
export function newDomain(domain: string, now: Date): DomainLife {
  const isLocal = isLocalDomain(domain);
  return {
    phase: isLocal ? "active" : "waiting",
    since: now,
    misses: 0,
    missingSince: null,
    checkedAt: null,
    nextCheckAt: isLocal ? null : now,
    error: null,
  };
}

/** Advances a domain's state by one check. `onDemand` means that someone asked for the check and expects the reason. */
export function stepDomain(
  life: DomainLife,
  finding: DomainFinding,
  now: Date,
  onDemand: boolean,
): DomainLife {
  if (finding.kind === "proved") return proved(life, now);
  // Someone who requests a check is working on the records, so the next checks follow soon.
  const misses = onDemand && life.phase !== "active" ? 1 : life.misses + 1;
  const missed = { ...life, misses, checkedAt: now };
  const next =
    finding.kind === "silent" ? silent(missed, onDemand) : unproved(missed, finding, now, onDemand);
  return { ...next, nextCheckAt: new Date(now.getTime() + waitMs(next, now)) };
}

/**
 * Returns what to notify people of after a check: an active domain has certainly lost its proof, or just went offline.
 * Null when there's nothing new.
 */
export function domainNews(before: DomainLife, after: DomainLife): "losing" | "lost" | null {
  if (before.phase !== "active") return null;
  if (after.phase === "broken") return "lost";
  const isConfirmed = ({ missingSince, misses }: DomainLife) =>
    missingSince !== null && misses >= GRACE_CHECKS;
  return isConfirmed(after) && !isConfirmed(before) ? "losing" : null;
}

/** Returns when an active domain without proof stops being served; null for any other. */
export function offlineAt(life: Pick<DomainLife, "phase" | "missingSince">): Date | null {
  if (life.phase !== "active" || life.missingSince === null) return null;
  return new Date(life.missingSince.getTime() + GRACE_MS);
}

function proved(life: DomainLife, now: Date): DomainLife {
  return {
    phase: "active",
    since: life.phase === "active" ? life.since : now,
    misses: 0,
    missingSince: null,
    checkedAt: now,
    nextCheckAt: new Date(now.getTime() + DAY_MS),
    error: null,
  };
}

/** Silence proves nothing, so the phase stays. */
function silent(life: DomainLife, onDemand: boolean): DomainLife {
  const isFailed = life.phase !== "active" && (onDemand || life.error !== null);
  return isFailed ? { ...life, error: SILENT } : life;
}

function unproved(
  life: DomainLife,
  { problem, hasRecords }: Extract<DomainFinding, { kind: "unproved" }>,
  now: Date,
  onDemand: boolean,
): DomainLife {
  if (life.phase === "broken") return { ...life, error: problem };
  if (life.phase === "active") {
    const missingSince = life.missingSince ?? now;
    const isOver = now.getTime() - missingSince.getTime() >= GRACE_MS && life.misses >= GRACE_CHECKS;
    // Earlier silence doesn't count as confirmation.
    if (!isOver) return { ...life, missingSince, misses: life.missingSince === null ? 1 : life.misses };
    return { ...life, phase: "broken", since: now, missingSince: null, error: problem };
  }
  const phase = hasRecords ? "verifying" : "waiting";
  const since = phase === life.phase ? life.since : now;
  const isFailed = onDemand || life.error !== null || now.getTime() - since.getTime() >= SETUP_MS;
  return { ...life, phase, since, error: isFailed ? problem : null };
}

function waitMs({ phase, since, misses }: DomainLife, now: Date): number {
  if (phase !== "active" && now.getTime() - since.getTime() >= SLOW_AFTER_MS) return DAY_MS;
  return WAITS_MS[Math.min(misses, WAITS_MS.length) - 1] ?? HOUR_MS;
}
