import { sql } from "kysely";
import { read } from "./connection/statements";
import { db } from "./pool";

export interface DatabaseFacts {
  version: string;
  bytes: number;
  checksums: boolean;
  now: Date;
}

/** Returns facts that the database reports about itself. */
export async function databaseFacts(): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      coalesce(current_setting('data_checksums', true), 'off') = 'on' as checksums, clock_timestamp() as now`.execute(
    db(),
  );
  const [facts] = rows;
  if (!facts) throw new Error("The database returned no information about itself");
  return facts;
}

/** Returns the database's time in epoch milliseconds, which leases use regardless of server clocks. */
export async function databaseMs(): Promise<number> {
  const [row] = await read<{ ms: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
  );
  return row?.ms ?? Number.NaN;
}
