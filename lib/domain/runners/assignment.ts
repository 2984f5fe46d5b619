import { createHash } from "node:crypto";
import { intersect, type Span, subtract, union } from "@/lib/domain/core/span";

/**
 * Returns the runner that checks a monitor, by rendezvous hashing, so that a runner that joins or leaves moves only its own
 * share. `runnerIds` are the live runners. Undefined if there are none.
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
  /** Regions that the runner currently serves. */
  readonly regions: readonly string[];
  /** Live runners that serve the same regions, including itself. */
  readonly peers: readonly number[];
}

/** The properties that determine a runner's share. `region` is null for a built-in runner. */
export interface Sharer {
  readonly id: number;
  readonly kind: "local" | "remote";
  readonly region: string | null;
  /** Whether it missed its heartbeats, so that its peers take over. */
  readonly late?: boolean;
}

/**
 * Returns a runner's share. A remote runner shares its region with the others in it. A built-in runner shares all
 * regions without a remote runner with those of the other servers. `alive` contains all runners heard from recently. A late one
 * keeps its region from the built-in runner, but its peers share its work.
 */
export function shareOf(runner: Sharer, alive: readonly Sharer[], allRegions: readonly string[]): Share {
  const isPeer = ({ kind, region, late }: Sharer) =>
    kind === runner.kind && region === runner.region && !late;
  const ids = alive.filter(isPeer).map(({ id }) => id);
  const peers = ids.includes(runner.id) ? ids : [...ids, runner.id].sort((a, b) => a - b);
  if (runner.kind === "remote") return { regions: runner.region ? [runner.region] : [], peers };
  const taken = new Set(alive.filter(({ kind }) => kind === "remote").map(({ region }) => region));
  return { regions: allRegions.filter((region) => !taken.has(region)), peers };
}

/** A runner and when the server counted it as alive, oldest first. Epoch milliseconds. */
export interface PresentRunner extends Sharer {
  readonly presence: readonly Span[];
  /** When its program last started and reported. Null before its first report. */
  readonly startedAt: number | null;
}

/** How long a runner may keep checking a share that moved to another runner: until it learns about it, plus clock skew. */
export const TAKEOVER_MS = 60_000;
/** Allowed difference between the server's clock and the database's, which records presence. */
const CLOCK_SLACK_MS = 5000;
/** Maximum time from a starting runner's first request, which hands its share over, to its first report. */
const STARTING_MS = 10_000;

/**
 * Returns whether this runner may report the check: it serves the region, the share was handed to it, and no runner with priority was
 * alive from `TAKEOVER_MS` before until `TAKEOVER_MS` after the scheduled time. Shares that just moved, results that waited for an
 * unreachable server, and regions with a silent runner remain with whichever runner checked. A restarted runner keeps no share.
 * `present` are the runners of its regions, itself among them. Epoch milliseconds.
 */
export function isOwnCheck(
  runner: Sharer,
  check: { readonly monitor: number; readonly region: string; readonly scheduledAt: number },
  present: readonly PresentRunner[],
  nowMs: number,
): boolean {
  if (runner.kind === "remote" && runner.region !== check.region) return false;
  const range = {
    from: Math.min(check.scheduledAt, nowMs) - TAKEOVER_MS,
    to: Math.min(check.scheduledAt + TAKEOVER_MS, nowMs + CLOCK_SLACK_MS),
  };
  const before = present.filter((other) => goesBefore(other, runner, check));
  const isServed = before.some(({ presence }) =>
    presence.some(({ from, to }) => from <= range.from && to >= range.to),
  );
  const own = tookOverSince(
    present.find(({ id }) => id === runner.id),
    check.scheduledAt,
  );
  return !isServed && (before.length === 0 || wasTakenOver(own, before, range));
}

/** Returns when the runner was alive, without the time before the start of its program that made a check at `atMs`. */
function tookOverSince(runner: PresentRunner | undefined, atMs: number): readonly Span[] {
  const { presence, startedAt } = runner ?? { presence: [], startedAt: null };
  if (startedAt === null || atMs <= startedAt) return presence;
  return intersect(presence, [{ from: startedAt - STARTING_MS, to: Number.POSITIVE_INFINITY }]);
}

/** Returns whether the runner was alive without a runner with priority, in the range or when it was last heard from before it. */
function wasTakenOver(own: readonly Span[], before: readonly PresentRunner[], range: Span): boolean {
  const served = union(before.flatMap(({ presence }) => presence));
  const last = own.findLast(({ from }) => from < range.from);
  const end = Math.min(last?.to ?? 0, range.from);
  const wasAlone = last !== undefined && !served.some(({ from, to }) => from <= end && to >= end);
  return wasAlone || intersect(own, [range]).some((span) => subtract(span, served).length > 0);
}

/** Gives remote runners priority over built-in ones, and uses rendezvous hashing among equals. */
function goesBefore(
  other: Sharer,
  runner: Sharer,
  { monitor, region }: { readonly monitor: number; readonly region: string },
): boolean {
  if (other.id === runner.id || (other.kind === "remote" && other.region !== region)) return false;
  if (other.kind !== runner.kind) return other.kind === "remote";
  return weightOf(other.id, monitor, region) > weightOf(runner.id, monitor, region);
}
