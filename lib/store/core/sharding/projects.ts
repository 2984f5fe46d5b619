import { type RawBuilder, sql } from "kysely";
import { log, warnRarely } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { prepareAnySize } from "@/lib/store/core/connection/prepared";
import { isDatabaseUnavailable } from "@/lib/store/core/database-errors";
import { insideTransaction, pool } from "@/lib/store/core/pool";
import { requireAnswer } from "./nodes";

/**
 * The projects that a statement touches. It names them in a condition of each of its tables that are distributed by project, in every
 * subquery too, because Citus then runs it on their shard. In Citus, a statement's projects are of one shard.
 */
export type Projects = readonly number[];

/** Returns the condition that a row belongs to the statement's projects. */
export function among(column: string, projects: Projects): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any (${projects}::bigint[])`;
}

/** Where projects are: all in one database, or each on a shard. */
export interface Layout {
  readonly isDistributed: boolean;
  readonly shards: ReadonlyMap<number, number>;
  /** The node of each shard when it was read. Shards may have moved since. */
  readonly nodes: ReadonlyMap<number, number>;
}

/** The part of all projects in a database that isn't distributed. */
export const ONE_SHARD = 0;
const known = () => once("store.layout", () => ({ layout: null as Layout | null }));

async function readLayout(): Promise<Layout> {
  // A second connection is safe within a transaction, because this waits for no lock.
  const { rows } = await insideTransaction.exit(() =>
    pool().query<{ is_distributed: boolean }>(
      "select exists (select 1 from pg_extension where extname = 'citus') as is_distributed",
    ),
  );
  if (!rows[0]?.is_distributed) return { isDistributed: false, shards: new Map(), nodes: new Map() };
  prepareAnySize();
  const shards = await insideTransaction.exit(() =>
    pool().query<{ id: number; shard: number }>(
      "select id, get_shard_id_for_distribution_column('monitors', id) as shard from projects",
    ),
  );
  const nodes = await insideTransaction.exit(() =>
    pool().query<{ shard: number; node: number }>(
      "select shardid as shard, min(groupid) as node from pg_dist_placement where shardid = any ($1) group by shardid",
      [[...new Set(shards.rows.map(({ shard }) => shard))]],
    ),
  );
  return {
    isDistributed: true,
    shards: new Map(shards.rows.map(({ id, shard }) => [id, shard])),
    nodes: new Map(nodes.rows.map(({ shard, node }) => [shard, node])),
  };
}

/** Returns the layout, read again if a project is new. */
async function layoutFor(projectIds: Iterable<number>): Promise<Layout> {
  const state = known();
  const { layout } = state;
  if (layout && (!layout.isDistributed || [...projectIds].every((id) => layout.shards.has(id))))
    return layout;
  state.layout = await readLayout();
  return state.layout;
}

/** Has the layout read again. */
export function forgetLayout(): void {
  known().layout = null;
}

/** Throws if the node of the projects is known not to answer. */
export function requireNodeOf(projects: Projects): void {
  const [first] = projects;
  if (first !== undefined) requireAnswer(nodeOf(partOf(first)));
}

/** Returns all projects, grouped by the part that one transaction may touch. */
export async function allParts(): Promise<Projects[]> {
  const { rows } = await pool().query<{ id: number }>("select id from projects order by id");
  return (await byPart(rows, ({ id }) => id)).map(([projects]) => projects);
}

/** Does something for the projects of each part, as `eachOf` does. */
export async function eachPart(what: string, work: (projects: Projects) => Promise<unknown>): Promise<void> {
  const parts = await allParts();
  await eachOf(
    what,
    parts.map((projects) => [projects, projects]),
    work,
  );
}

/**
 * Does something for each part of some items. One that fails is logged and affects no others; the last error is thrown at the end, so
 * that the caller knows that not everything was done.
 */
export async function eachOf<T>(
  what: string,
  parts: readonly (readonly [Projects, T])[],
  work: (projects: Projects, items: T) => Promise<unknown>,
): Promise<void> {
  let failure: unknown;
  for (const [projects, items] of parts) {
    try {
      requireNodeOf(projects);
      await work(projects, items);
    } catch (error) {
      log.error(`${what} could not be processed for some projects`, {
        projects: projects.slice(0, 20),
        error,
      });
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
}

/** Returns whether an error may say that only a node of the cluster is away. */
export async function isNodeAway(error: unknown): Promise<boolean> {
  return isDatabaseUnavailable(error) && (await isDistributed());
}

/** Returns what `read` returns for the projects of each part, without those whose node is away. */
export async function readEachPart<T>(
  what: string,
  read: (projects: Projects) => Promise<readonly T[]>,
): Promise<T[]> {
  const parts = await allParts();
  return readEachOf(
    what,
    parts.map((projects) => [projects, projects]),
    read,
  );
}

/** Returns what `read` returns for each part of some items, without those whose node is away. */
export async function readEachOf<I, T>(
  what: string,
  parts: readonly (readonly [Projects, I])[],
  read: (projects: Projects, items: I) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const [projects, items] of parts) {
    try {
      requireNodeOf(projects);
      found.push(...(await read(projects, items)));
    } catch (error) {
      if (!(await isNodeAway(error))) throw error;
      warnRarely(`${what} could not be read for some projects`, { projects: projects.slice(0, 20), error });
    }
  }
  return found;
}

/** Returns whether each transaction of ingest and of the dispatcher must keep to one shard. */
export async function isDistributed(): Promise<boolean> {
  return (await layoutFor([])).isDistributed;
}

/** Returns the key of the part of a project, which one transaction may touch, as far as it is known yet. */
export function partOf(projectId: number): number {
  const { layout } = known();
  if (layout && !layout.isDistributed) return ONE_SHARD;
  return layout?.shards.get(projectId) ?? -projectId;
}

/** Returns the node that has a part, as far as it is known; parts of a database that isn't distributed have none. */
export function nodeOf(part: number): number | undefined {
  return known().layout?.nodes.get(part);
}

/** Returns the items by what a transaction may touch together, with their projects: all of them, or in Citus those of a shard. */
export async function byPart<T>(
  items: readonly T[],
  projectOf: (item: T) => number,
): Promise<[Projects, T[]][]> {
  await layoutFor(items.map(projectOf));
  const parts = new Map<number, T[]>();
  for (const item of items) {
    const part = partOf(projectOf(item));
    const own = parts.get(part);
    if (own) own.push(item);
    else parts.set(part, [item]);
  }
  return [...parts.values()].map((own) => [[...new Set(own.map(projectOf))].sort((a, b) => a - b), own]);
}

/**
 * Returns a condition that is always true and lets the transaction commit without waiting for the disk, for a lease: after a power cut,
 * what was leased is due again either way. Citus allows no such function in a change.
 */
export async function asyncCommit(): Promise<RawBuilder<boolean>> {
  return (await isDistributed())
    ? sql<boolean>`true`
    : sql<boolean>`(select set_config('synchronous_commit', 'off', true)) is not null`;
}
