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
