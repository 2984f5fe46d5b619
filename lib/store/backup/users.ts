import type pg from "pg";

/** Throws while a server is connected: it would go on with what it remembers of the old data. */
export async function refuseOtherUsers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ programs: string | null }>(
    `select string_agg(distinct application_name, ', ') as programs from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('vedette', 'vedette-listen', 'vedette-worker')`,
  );
  const programs = rows[0]?.programs;
  if (programs)
    throw new Error(`A server is connected to this database (${programs}): stop every server first.`);
}
