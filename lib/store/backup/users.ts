import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";

const TRIES = 20;
const PAUSE_MS = 50;

/** Throws while a server is connected, because it caches the old data. */
export async function refuseOtherUsers(client: pg.ClientBase): Promise<void> {
  const programs = await connectedServers(client);
  if (programs)
    throw new Error(`A server is connected to this database (${programs}). Stop every server first.`);
}

/** Returns the names of the servers' connections to a database; null without any. */
export async function connectedServers(client: pg.ClientBase): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    const programs = await connectedPrograms(client);
    // A connection that was just closed (perhaps this process's own) stays listed for a moment.
    if (!programs || attempt === TRIES) return programs;
    await wait(PAUSE_MS);
  }
}

async function connectedPrograms(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ programs: string | null }>(
    `select string_agg(distinct application_name, ', ') as programs from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('vedette', 'vedette-listen', 'vedette-worker')`,
  );
  return rows[0]?.programs ?? null;
}
