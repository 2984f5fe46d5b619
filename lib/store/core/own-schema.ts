import type pg from "pg";

/** The schema with Vedette's tables: wherever the search path finds them, which may not be where new tables go. */
export const OWN_SCHEMA = "(select relnamespace from pg_class where oid = 'migrations'::regclass)";

/** The name of that schema. */
export const OWN_SCHEMA_NAME = `(select nspname from pg_namespace where oid = ${OWN_SCHEMA})`;

/** Lets a session create tables in that schema. In an empty database, they go where its search path begins. */
export async function createInOwnSchema(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config('search_path', quote_ident(n.nspname) || ', ' || current_setting('search_path'), false)
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass('migrations')`,
  );
}
