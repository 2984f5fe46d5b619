import { Command } from "commander";
import { env } from "@/lib/shared/env";
import { moveDatabase } from "@/lib/store/backup/move";
import { withOwnDatabase } from "../connect";
import { remark } from "../output";

export function moveCommand(): Command {
  return new Command("move")
    .requiredOption("--to <url>", "postgres://user:password@host:port/name")
    .option("--replace", "delete everything in that database first")
    .description("copy everything to another PostgreSQL and compare every table; stop the server first")
    .action(({ to, replace }: { to: string; replace?: boolean }) =>
      withOwnDatabase(async () => {
        const rows = await moveDatabase(to, replace === true);
        remark(`Copied ${rows} rows. Every table is the same on both sides.`);
        remark(
          `Now start the server with DATABASE_URL set to that address and APP_SECRET to ${env().VEDETTE_EMBEDDED ? "the content of app-secret in the data directory" : "the same value"}.`,
        );
      }),
    );
}
