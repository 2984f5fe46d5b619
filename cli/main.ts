import { Command, CommanderError } from "commander";
import { backupCommand, restoreCommand } from "./commands/backup";
import { applyCommand, exportCommand } from "./commands/config-file";
import { demoCommand } from "./commands/demo";
import { doctorCommand } from "./commands/doctor";
import { keysCommand } from "./commands/keys";
import { migrateCommand } from "./commands/migrate";
import { projectsCommand } from "./commands/projects";
import { replayCommand } from "./commands/replay";
import { runnersCommand } from "./commands/runners";
import { usersCommand } from "./commands/users";

/** The command line: works while the server runs (through its database) and while it does not (starts the database for the moment). */
async function main(): Promise<void> {
  const program = new Command("npm run -s cli --")
    .description("Vedette on the command line. Works while the server runs and while it does not.")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  for (const command of [
    keysCommand(),
    usersCommand(),
    projectsCommand(),
    runnersCommand(),
    exportCommand(),
    applyCommand(),
    replayCommand(),
    backupCommand(),
    restoreCommand(),
    demoCommand(),
    migrateCommand(),
    doctorCommand(),
  ])
    program.addCommand(command);
  await program.parseAsync();
}

function exitCodeOf(error: unknown): number {
  // Commander has already said what was wrong, or shown the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}

main().then(
  () => process.exit(process.exitCode ?? 0),
  (error: unknown) => process.exit(exitCodeOf(error)),
);
