import { createHash } from "node:crypto";

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
    const weight = createHash("sha256").update(`${runnerId}:${monitorId}:${region}`).digest("hex");
    if (weight > bestWeight) {
      bestWeight = weight;
      best = runnerId;
    }
  }
  return best;
}

export interface Share {
  /** Regions that the runner serves now. */
  readonly regions: readonly string[];
  /** Runners alive per region, itself among them, for a remote runner; empty for the local one. */
  readonly peers: readonly number[];
}

/**
 * What a runner serves: a remote one its region, together with the others of that region; the local one every region that
 * no remote runner serves.
 */
export function shareOf(
  runner: { readonly id: number; readonly kind: "local" | "remote"; readonly region: string | null },
  alive: readonly { readonly id: number; readonly region: string }[],
  allRegions: readonly string[],
): Share {
  if (runner.kind === "remote") {
    const peers = alive.filter((other) => other.region === runner.region).map((other) => other.id);
    const all = peers.includes(runner.id) ? peers : [...peers, runner.id].sort((a, b) => a - b);
    return { regions: runner.region ? [runner.region] : [], peers: all };
  }
  const taken = new Set(alive.map((other) => other.region));
  return { regions: allRegions.filter((region) => !taken.has(region)), peers: [] };
}
