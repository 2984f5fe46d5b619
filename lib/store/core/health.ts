import { existsSync, readdirSync } from "node:fs";
import { once } from "@/lib/shared/once";
import { pool } from "./pool";

const MIGRATIONS = "lib/store/migrations";

/** Migrations of this program; empty where they don't lie beside it. */
function ownMigrations(): readonly string[] {
  return once("store.own-migrations", () =>
    existsSync(MIGRATIONS) ? readdirSync(MIGRATIONS).filter((name) => /^\d{4}-.*\.sql$/.test(name)) : [],
  );
}

/** What stands between the database's schema and this program's; null when they fit. */
export async function schemaProblem(): Promise<string | null> {
  const { rows } = await pool().query<{ name: string }>("select name from migrations");
  const applied = new Set(rows.map((row) => row.name));
  const missing = ownMigrations().filter((name) => !applied.has(name));
  return missing.length === 0 ? null : `Not applied yet: ${missing.join(", ")}.`;
}

/** When the last runner was heard of; null before the first. */
export async function lastRunnerContact(): Promise<Date | null> {
  const { rows } = await pool().query<{ at: Date | null }>(
    "select max(last_seen_at) as at from runners where revoked_at is null",
  );
  return rows[0]?.at ?? null;
}
