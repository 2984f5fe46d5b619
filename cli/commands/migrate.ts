import { Command } from "commander";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { withDatabase } from "../connect";
import { print } from "../output";

export function migrateCommand(): Command {
  return new Command("migrate")
    .description("bring the database to this program's schema (every start does it too)")
    .action(async () => {
      const applied = await withDatabase(() => migrateDatabase());
      print(applied === 0 ? "The schema is up to date." : `${applied} migrations ran.`);
    });
}
