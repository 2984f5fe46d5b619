import { Command } from "commander";
import { env } from "@/lib/shared/env";
import { moveDatabase } from "@/lib/store/backup/move";
import { withDatabase } from "../connect";
import { remark } from "../output";

export function moveCommand(): Command {
  return new Command("move")
    .requiredOption("--to <url>", "postgres://user:password@host:port/name")
    .option("--replace", "delete everything in that database first")
    .description(
      "copy everything to another PostgreSQL and compare every table; run it again after an interruption",
    )
    .action(({ to, replace }: { to: string; replace?: boolean }) =>
      withDatabase(async () => {
        const { copied, kept, isComplete } = await moveDatabase(to, {
          replace: replace === true,
          say: remark,
        });
        const counts = `Copied ${copied} tables and partitions; ${kept} had already been copied.`;
        remark(isComplete ? `${counts} Both databases have the same contents.` : counts);
        remark(isComplete ? startAgain() : STOP_FIRST);
      }),
    );
}

const STOP_FIRST =
  "The raw results of earlier days are in the new database. Now stop every server, and run this command again without --replace for the rest.";

function startAgain(): string {
  const secret = env().VEDETTE_EMBEDDED
    ? "the contents of the app-secret file in the data directory"
    : "the same value";
  return `Now start the server with DATABASE_URL set to that address and APP_SECRET set to ${secret}.`;
}
