import { env } from "@/lib/shared/env";

/** Returns the address of the embedded or the own database. Throws when neither was set up. */
export function databaseUrl(): string {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("No database: start with `npm start`, or set DATABASE_URL.");
  return url;
}

/** Returns the address for work that needs a session of its own: migrations, LISTEN, the job queue, backups. */
export function directUrl(): string {
  return env().DATABASE_DIRECT_URL ?? databaseUrl();
}

/** Tells whether DATABASE_URL may lend each transaction another connection, so that nothing may outlive one. */
export function isPooled(): boolean {
  return env().DATABASE_DIRECT_URL !== undefined;
}

/** Returns the variable that holds `directUrl()`, for messages. */
export function directVariable(): "DATABASE_DIRECT_URL" | "DATABASE_URL" {
  return isPooled() ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
}
