import type pg from "pg";
import { OWN_SCHEMA, OWN_SCHEMA_NAME } from "@/lib/store/core/own-schema";
import { DISTRIBUTION } from "@/lib/store/schema/distribution";

// In Citus, a table is distributed while it has no foreign keys: one to a reference table would turn it into a local table of Citus,
// which can't be distributed. So they are dropped first, kept in a table, and added again at the end. Each statement may be the last
// one of a stopped run; the next run goes on from there.
//
// Citus replaces a local table when it gets a foreign key to one on every node, and starts its IDs from 1 again. So the
// sequences are kept too.

const KEPT = "undistributed_foreign_keys";
const KEPT_SEQUENCES = "undistributed_sequences";

/** Returns whether the database is the coordinator of a Citus cluster. */
export async function hasCitus(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

/** Returns our tables that aren't distributed yet although they exist, parents first. */
export async function undistributed(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select t.name from unnest($1::text[]) with ordinality t (name, place) join pg_class c on c.oid = to_regclass(t.name)
     where not exists (select 1 from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))
     order by t.place`,
    [[...DISTRIBUTION.reference, ...DISTRIBUTION.distributed]],
  );
  return rows.map(({ name }) => name);
}

/**
 * Distributes tables that aren't yet, within the client's transaction or, without one, table by table. `onTable` is called after each.
 * Safe to repeat.
 */
export async function distribute(
  client: pg.ClientBase,
  onTable: (name: string, left: number) => void = () => {},
): Promise<void> {
  // Tables whose foreign keys were just changed on all shards can't be read on several connections in the same transaction.
  await client.query("set citus.multi_shard_modify_mode to 'sequential'");
  await turnOffJit(client);
  const names = await undistributed(client);
  await keepSequences(client);
  if (names.length > 0) await dropForeignKeys(client);
  for (const [place, name] of names.entries()) {
    const isReference = (DISTRIBUTION.reference as readonly string[]).includes(name);
    await client.query(
      isReference ? "select create_reference_table($1)" : "select create_distributed_table($1, 'project_id')",
      [name],
    );
    onTable(name, names.length - place - 1);
  }
  await addForeignKeys(client);
  await restoreSequences(client);
}

/** Keeps the last ID of each table, until `distribute` has restored them. Call it before a migration, whose foreign keys may reset some. */
export async function keepSequences(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists ${KEPT_SEQUENCES} (name text primary key, last_value bigint not null)`,
  );
  await client.query(
    `insert into ${KEPT_SEQUENCES} select sequencename, last_value from pg_sequences
     where schemaname = ${OWN_SCHEMA_NAME} and last_value is not null on conflict do nothing`,
  );
}

async function restoreSequences(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select setval(quote_ident(k.name)::regclass, greatest(k.last_value, s.last_value))
     from ${KEPT_SEQUENCES} k join pg_sequences s on s.schemaname = ${OWN_SCHEMA_NAME} and s.sequencename = k.name`,
  );
  await client.query(`drop table ${KEPT_SEQUENCES}`);
}

/** Turns off compiling on all nodes. A setting of the session reaches only the coordinator; Citus copies one of the role to the others. */
async function turnOffJit(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    "select format('alter role current_user in database %I set jit = off', current_database()) as statement",
  );
  for (const { statement } of rows) await client.query(statement);
}

/** Frees the space that rows took on the coordinator before their tables were distributed. */
export async function freeCoordinator(client: pg.ClientBase): Promise<void> {
  for (const name of DISTRIBUTION.distributed)
    await client.query("select truncate_local_data_after_distributing_table($1)", [name]);
}

/** Returns the total size of tables that aren't distributed yet. */
export async function undistributedBytes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_total_relation_size(coalesce(i.inhrelid, c.oid))), 0) as bytes
     from unnest($1::text[]) t (name) join pg_class c on c.oid = to_regclass(t.name)
       left join pg_inherits i on i.inhparent = c.oid and c.relkind = 'p'`,
    [await undistributed(client)],
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Keeps and drops, in one transaction, the foreign keys of tables that aren't in the cluster yet. */
async function dropForeignKeys(client: pg.ClientBase): Promise<void> {
  await client.query(`do $$
    declare key record;
    begin
      create table if not exists ${KEPT} (child text, name text, definition text, primary key (child, name));
      for key in select conrelid::regclass::text as child, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'f' and connamespace = ${OWN_SCHEMA} and conparentid = 0
          and not exists (select 1 from pg_dist_partition where logicalrelid = conrelid)
      loop
        insert into ${KEPT} values (key.child, key.name, key.definition);
        execute format('alter table %s drop constraint %I', key.child, key.name);
      end loop;
    end $$`);
}

async function addForeignKeys(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query("select where to_regclass($1) is not null", [KEPT]);
  if (found.length === 0) return;
  const { rows } = await client.query<{ child: string; name: string; definition: string }>(
    `select child, quote_ident(name) as name, definition from ${KEPT} order by child, name`,
  );
  for (const { child, name, definition } of rows) {
    await client.query(`alter table ${child} drop constraint if exists ${name}`);
    await client.query(`alter table ${child} add constraint ${name} ${definition}`);
  }
  await client.query(`drop table ${KEPT}`);
}
