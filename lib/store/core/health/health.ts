import { programFile } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";
import { migrationsIn } from "@/lib/store/core/migrate";
import { MIGRATIONS } from "@/lib/store/core/migrate-all";

/** Returns this program's migrations; empty when their files aren't installed. */
function ownMigrations(): readonly string[] {
  return once("store.own-migrations", () => migrationsIn(programFile(MIGRATIONS)));
}

/** Returns what a schema with the `applied` migrations lacks for this program; null when they match. */
export function schemaProblem(applied: readonly string[]): string | null {
  const missing = ownMigrations().filter((name) => !applied.includes(name));
  return missing.length === 0 ? null : `Pending migrations: ${missing.join(", ")}.`;
}
