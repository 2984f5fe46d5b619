import { env } from "@/lib/shared/env";

/** Returns the URL of DATABASE_URL or the embedded database. Throws when neither is set up. */
export function databaseUrl(): string {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("No database is configured. Start with `npm start`, or set DATABASE_URL.");
  return url;
}

/** Returns the URL for work that needs its own session: migrations, LISTEN, the job queue, backups. */
export function directUrl(): string {
  return env().DATABASE_DIRECT_URL ?? databaseUrl();
}

/** Returns whether DATABASE_URL may use a different connection for each transaction, so that nothing may outlive one. */
export function isPooled(): boolean {
  return env().DATABASE_DIRECT_URL !== undefined;
}

/** Returns the name of the variable behind `directUrl()`, for messages. */
export function directVariable(): "DATABASE_DIRECT_URL" | "DATABASE_URL" {
  return isPooled() ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
}
