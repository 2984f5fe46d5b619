import { byStart } from "@/lib/domain/checks/region-state";
import { present } from "@/lib/shared/assert";
import { Batcher } from "@/lib/shared/batcher";
import { within } from "@/lib/shared/within";
import { nodeOf, partOf } from "@/lib/store/core/sharding/projects";
import type { Acknowledged, IngestContext } from "./ingest-context";
import { latestQuarantines } from "./quarantine";
import type { TimedResult } from "./timed-result";

// Citus plans each statement on two nodes, which costs a small part of a batch more than its rows. So while a node is busy with some parts,
// the others that wait for it are merged by shard.

/** The results of a batch that one transaction may process. */
export interface Part {
  readonly timed: readonly TimedResult[];
  readonly context: IngestContext;
}

type Ingest = (part: Part) => Promise<Acknowledged>;

/** A part that waits for its node. */
interface Waiting {
  readonly part: Part;
  readonly resolve: (share: Acknowledged) => void;
  readonly reject: (error: unknown) => void;
}

/** Results of merged parts, as many as a runner sends in a batch. */
const MERGED_MAX = 500;
/** Transactions with small parts that a node gets at the same time from this server. */
const LANES = 2;
/** A transaction that takes longer, for example because it waits for a lock, no longer holds up other shards. */
const SLOW_MS = 1000;

/** Ingests each part, small ones in one transaction with others of their shard if their node is busy. */
export class MergedParts {
  readonly #ingest: Ingest;
  readonly #lanes = new Map<string, Batcher<Waiting, string>>();

  constructor(ingest: Ingest) {
    this.#ingest = ingest;
  }

  ingest(part: Part): Promise<Acknowledged> {
    const shard = shardOf(part);
    const node = nodeOf(shard);
    if (node === undefined || part.timed.length > MERGED_MAX / 2) return this.#ingest(part);
    return new Promise((resolve, reject) => {
      void this.#lane(`${node} ${shard % LANES}`).add({ part, resolve, reject });
    });
  }

  #lane(name: string): Batcher<Waiting, string> {
    const known = this.#lanes.get(name);
    if (known) return known;
    const together = (all: readonly Waiting[]) => within(this.#ingestTogether(all), SLOW_MS, () => {});
    const sizeOf = ({ part }: Waiting) => part.timed.length;
    const lane = new Batcher(together, MERGED_MAX, ({ part }) => groupOf(part), sizeOf);
    this.#lanes.set(name, lane);
    return lane;
  }

  /** If it fails, it fails for all, because data that can't be processed was already tried apart. */
  async #ingestTogether(all: readonly Waiting[]): Promise<void> {
    try {
      const done = await this.#ingest(await merged(all.map(({ part }) => part)));
      for (const { part, resolve } of all) resolve(shareOf(part, done));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }
}

const shardOf = ({ context }: Part) => partOf(present(context.projects[0], "the part's project"));

/** Parts from runners whose clocks differ by over a second are never merged, because how late a result is depends on them. */
function groupOf(part: Part): string {
  const { nowMs, sentMs, withResults } = part.context;
  return [shardOf(part), withResults, Math.round((nowMs - sentMs) / 1000)].join(" ");
}

async function merged(parts: readonly Part[]): Promise<Part> {
  const last = present(parts.at(-1), "the last part");
  if (parts.length === 1) return last;
  const projects = [...new Set(parts.flatMap(({ context }) => context.projects))].sort((a, b) => a - b);
  // Each part has only its own evaluation of the regions for certain.
  const quarantines = await latestQuarantines(last.context.nowMs);
  const timed = parts.flatMap((part) => part.timed).sort(byStart);
  return { timed, context: { ...last.context, projects, quarantines } };
}

function shareOf({ timed }: Part, { rechecks, missing }: Acknowledged): Acknowledged {
  const monitors = new Set(timed.map(({ result }) => result.monitor));
  const regions = new Set(timed.map(({ result, region }) => `${result.monitor} ${region}`));
  return {
    rechecks: rechecks.filter(({ monitor, region }) => regions.has(`${monitor} ${region}`)),
    missing: missing.filter((id) => monitors.has(id)),
  };
}
