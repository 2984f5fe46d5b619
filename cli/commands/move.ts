import { text } from "node:stream/consumers";
import { Command } from "commander";
import { env, variable } from "@/lib/shared/env";
import { moveDatabase } from "@/lib/store/backup/move";
import { withDatabase } from "../connect";
import { remark } from "../output";

export function moveCommand(): Command {
  return new Command("move")
    .option(
      "--to <source>",
      "variable that holds postgres://user:password@host:port/name, or - to read it from standard input",
      "MOVE_TO_URL",
    )
    .option("--replace", "delete everything in that database first")
    .description(
      "copy everything to another PostgreSQL and compare every table; run it again after an interruption",
    )
    .action(({ to, replace }: { to: string; replace?: boolean }) =>
      withDatabase(async () => {
        const { copied, kept, isComplete } = await moveDatabase(await addressFrom(to), {
          replace: replace === true,
          say: remark,
        });
        const counts = `Copied ${copied} tables and partitions; ${kept} had already been copied.`;
        remark(isComplete ? `${counts} Both databases have the same contents.` : counts);
        remark(isComplete ? startAgain() : STOP_FIRST);
      }),
    );
}

/** Returns the address in a variable or on standard input. Arguments are readable by everyone on the machine. */
async function addressFrom(source: string): Promise<string> {
  if (source.includes(":"))
    throw new Error(
      "--to must be the name of an environment variable or -, because everyone on this machine can read arguments.",
    );
  const address = source === "-" ? (await text(process.stdin)).trim() : variable(source);
  if (!address || !/^postgres(ql)?:\/\//.test(address))
    throw new Error(
      `${source === "-" ? "Standard input" : `The variable ${source}`} must hold an address like postgres://user:password@host:port/name.`,
    );
  return address;
}

const STOP_FIRST =
  "The raw results of earlier days are in the new database. Now stop every server, and run this command again without --replace for the rest.";

function startAgain(): string {
  const secret = env().VEDETTE_EMBEDDED
    ? "the contents of the app-secret file in the data directory"
    : "the same value";
  return `Now start the server with DATABASE_URL set to that address and APP_SECRET set to ${secret}.`;
}
