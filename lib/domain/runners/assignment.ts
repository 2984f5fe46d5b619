import { createHash } from "node:crypto";
import type { Span } from "@/lib/domain/core/span";

/**
 * Which runner of a region checks a monitor: rendezvous hashing, so that a runner that comes or goes moves only its own
 * share. `runnerIds` are those alive; undefined without any.
 */
export function assignedRunner(
  monitorId: number,
  region: string,
  runnerIds: readonly number[],
): number | undefined {
  if (runnerIds.length <= 1) return runnerIds[0];
  let best: number | undefined;
  let bestWeight = "";
  for (const runnerId of runnerIds) {
    const weight = weightOf(runnerId, monitorId, region);
    if (weight > bestWeight) {
      bestWeight = weight;
      best = runnerId;
    }
  }
  return best;
}

function weightOf(runnerId: number, monitorId: number, region: string): string {
  return createHash("sha256").update(`${runnerId}:${monitorId}:${region}`).digest("hex");
}

export interface Share {
  /** Regions that the runner serves now. */
  readonly regions: readonly string[];
  /** Runners alive that serve the same, itself among them. */
  readonly peers: readonly number[];
}

/** A runner as its share of the work depends on it; `region` is null for a local one. */
export interface Sharer {
  readonly id: number;
  readonly kind: "local" | "remote";
  readonly region: string | null;
}

/**
 * What a runner serves: a remote one its region, together with the others of that region; a local one every region that no remote runner
 * serves, together with those of the other servers. `alive` are all runners heard of lately.
 */
export function shareOf(runner: Sharer, alive: readonly Sharer[], allRegions: readonly string[]): Share {
  const isPeer = ({ kind, region }: Sharer) => kind === runner.kind && region === runner.region;
  const ids = alive.filter(isPeer).map(({ id }) => id);
  const peers = ids.includes(runner.id) ? ids : [...ids, runner.id].sort((a, b) => a - b);
  if (runner.kind === "remote") return { regions: runner.region ? [runner.region] : [], peers };
  const taken = new Set(alive.filter(({ kind }) => kind === "remote").map(({ region }) => region));
  return { regions: allRegions.filter((region) => !taken.has(region)), peers };
}

/** A runner with the times during which the server counted it as alive, oldest first; epoch milliseconds. */
export interface PresentRunner extends Sharer {
  readonly presence: readonly Span[];
}

/** How long a runner may go on with a share that moved to another one: until it hears of it, and its clock may be off. */
export const HANDOVER_MS = 60_000;
/** The database's clock, by which presence goes, and a server's may differ by this much. */
const CLOCK_SLACK_MS = 5000;

/**
 * Tells whether a check is the runner's own to report: it serves the region, and no runner that goes before it there was alive all the time
 * from `HANDOVER_MS` before the scheduled time until `HANDOVER_MS` after it. So a share that has just moved, results that waited for a server
 * that was away, and a region whose runner is silent remain the business of whoever checked. Times are epoch milliseconds.
 */
export function isOwnCheck(
  runner: Sharer,
  check: { readonly monitor: number; readonly region: string; readonly scheduledAt: number },
  others: readonly PresentRunner[],
  nowMs: number,
): boolean {
  if (runner.kind === "remote" && runner.region !== check.region) return false;
  const from = Math.min(check.scheduledAt, nowMs) - HANDOVER_MS;
  const to = Math.min(check.scheduledAt + HANDOVER_MS, nowMs + CLOCK_SLACK_MS);
  return !others.some(
    (other) =>
      other.presence.some((span) => span.from <= from && span.to >= to) && goesBefore(other, runner, check),
  );
}

/** A remote runner goes before every local one; among equals the one that rendezvous hashing prefers. */
function goesBefore(
  other: Sharer,
  runner: Sharer,
  { monitor, region }: { readonly monitor: number; readonly region: string },
): boolean {
  if (other.id === runner.id || (other.kind === "remote" && other.region !== region)) return false;
  if (other.kind !== runner.kind) return other.kind === "remote";
  return weightOf(other.id, monitor, region) > weightOf(runner.id, monitor, region);
}
