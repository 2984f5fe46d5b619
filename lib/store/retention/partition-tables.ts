import { sql } from "kysely";
import { present } from "@/lib/shared/assert";
import { read } from "@/lib/store/core/connection/statements";
import { OWN_SCHEMA_NAME } from "@/lib/store/core/own-schema";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

const LOCK_KEY = 7_243_313;

export interface Partition {
  name: string;
  /** Exclusive end of its time range. */
  until: Date;
}

/** Returns the partitions of a table partitioned by time, oldest first. */
export async function partitionsOf(table: string): Promise<Partition[]> {
  return read<Partition>(
    `select c.oid::regclass::text as name,
       substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz as until
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 2`,
    [table],
  );
}

/** Creates the partition from `from` to before `to` beside its table, unless it exists. */
export async function createPartition(table: string, name: string, from: Date, to: Date): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
      const { rows } = await sql<{ own: string }>`select ${sql.raw(OWN_SCHEMA_NAME)} as own`.execute(trx);
      const own = present(rows[0], "the schema of the tables").own;
      await sql`create table if not exists ${sql.id(own, name)} partition of ${sql.table(table)}
        for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(trx);
    });
}

/** Runs a change that locks a partition and its parent. Fails after two seconds while someone is reading them. */
export async function withPartitionLock<T>(change: (trx: Tx) => Promise<T>): Promise<T> {
  return db()
    .transaction()
    .execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      return change(trx);
    });
}
