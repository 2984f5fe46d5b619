import { existsSync, readdirSync } from "node:fs";
import { programFile } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";
import { MIGRATIONS } from "@/lib/store/core/migrate-all";
import { pool } from "@/lib/store/core/pool";

/** Returns this program's migrations; empty when their files aren't installed. */
function ownMigrations(): readonly string[] {
  return once("store.own-migrations", () => {
    const folder = programFile(MIGRATIONS);
    return existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{4}-.*\.sql$/.test(name)) : [];
  });
}

/** Returns what the database's schema lacks for this program; null when they match. */
export async function schemaProblem(): Promise<string | null> {
  const { rows } = await pool().query<{ name: string }>("select name from migrations");
  const applied = new Set(rows.map((row) => row.name));
  const missing = ownMigrations().filter((name) => !applied.has(name));
  return missing.length === 0 ? null : `Pending migrations: ${missing.join(", ")}.`;
}

/** Returns when any runner last reported; null before the first report. */
export async function lastRunnerContact(): Promise<Date | null> {
  const { rows } = await pool().query<{ at: Date | null }>(
    "select max(last_seen_at) as at from runners where revoked_at is null",
  );
  return rows[0]?.at ?? null;
}
