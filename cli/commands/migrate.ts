import { Command } from "commander";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { withDatabase } from "../connect";
import { print } from "../output";

export function migrateCommand(): Command {
  return new Command("migrate")
    .description("update the database schema (the server also does this on start)")
    .action(async () => {
      const applied = await withDatabase(() => migrateDatabase());
      print(
        applied === 0
          ? "The schema is up to date."
          : `Applied ${applied} ${applied === 1 ? "migration" : "migrations"}.`,
      );
    });
}
