import { CompiledQuery, type RawBuilder, sql } from "kysely";
import { env } from "@/lib/shared/env";
import { prepared } from "./connection/prepared";

/**
 * The only project that a transaction touches, so that a database that shards by project runs it on one shard. Null where a
 * transaction spans projects, which costs less on one database.
 */
export type Shard = number | null;

/** Returns whether each transaction of ingest and delivery must keep to one project. */
export function isSharded(): boolean {
  return env().DATABASE_SHARDING === "project";
}

/** Returns the condition that a row belongs to the transaction's project. */
export function inShard(column: string, shard: Shard): RawBuilder<boolean> {
  return shard === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${shard}`;
}

/**
 * Returns a condition that is always true and lets the transaction commit without waiting for the disk, for a lease: after a power cut,
 * what was leased is due again either way. A sharding database allows no such function in a change.
 */
export function asyncCommit(shard: Shard): RawBuilder<boolean> {
  return shard === null
    ? sql<boolean>`(select set_config('synchronous_commit', 'off', true)) is not null`
    : sql<boolean>`true`;
}

/** Returns what a project's transaction may touch. */
export function shardOf(projectId: number): Shard {
  return isSharded() ? projectId : null;
}

/**
 * Returns a statement in both forms: for one project, and across projects. `build` gets the condition on a column; the project is
 * the parameter `place`, after all others (`withShard`).
 */
export function textByShard(
  place: number,
  build: (inShard: (column: string) => string) => string,
): (shard: Shard) => string {
  const across = build(() => "true");
  const within = build((column) => `${column} = $${place}`);
  return (shard) => (shard === null ? across : within);
}

/** Returns the parameters of a `textByShard`. */
export function withShard(shard: Shard, values: readonly unknown[]): unknown[] {
  return shard === null ? [...values] : [...values, shard];
}

export function preparedByShard<Row>(
  place: number,
  build: (inShard: (column: string) => string) => string,
): (shard: Shard, values: readonly unknown[]) => CompiledQuery<Row> {
  const text = textByShard(place, build);
  for (const shard of [null, 0]) prepared(text(shard));
  const query = (shard: Shard, values: readonly unknown[]) =>
    CompiledQuery.raw(text(shard), withShard(shard, values));
  return query as (shard: Shard, values: readonly unknown[]) => CompiledQuery<Row>;
}

/** Returns the items by what a transaction may touch: those of each project in ID order, or all at once without sharding. */
export function byShard<T>(items: readonly T[], projectOf: (item: T) => number): [Shard, T[]][] {
  if (items.length === 0) return [];
  if (!isSharded()) return [[null, [...items]]];
  const shards = new Map<number, T[]>();
  for (const item of items) {
    const own = shards.get(projectOf(item));
    if (own) own.push(item);
    else shards.set(projectOf(item), [item]);
  }
  return [...shards].sort(([a], [b]) => a - b);
}
