import { Command, CommanderError } from "commander";
import { commandName } from "./command-name";
import { backupCommand, restoreCommand } from "./commands/backup";
import { applyCommand, exportCommand } from "./commands/config-file";
import { databaseCommand } from "./commands/database";
import { demoCommand } from "./commands/demo";
import { doctorCommand } from "./commands/doctor";
import { exportPageCommand } from "./commands/export-page";
import { importCommand } from "./commands/import";
import { keysCommand } from "./commands/keys";
import { migrateCommand } from "./commands/migrate";
import { moveCommand } from "./commands/move";
import { projectsCommand } from "./commands/projects";
import { replayCommand } from "./commands/replay";
import { rotateSecretCommand } from "./commands/rotate-secret";
import { runnersCommand } from "./commands/runners";
import { usersCommand } from "./commands/users";

/** Runs the command line, with the running server's database or one started for the command. */
async function main(): Promise<void> {
  const program = new Command(commandName())
    .description("Manage Vedette from the command line, with or without a running server.")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  for (const command of [
    keysCommand(),
    usersCommand(),
    projectsCommand(),
    runnersCommand(),
    exportCommand(),
    applyCommand(),
    importCommand(),
    exportPageCommand(),
    replayCommand(),
    backupCommand(),
    restoreCommand(),
    moveCommand(),
    rotateSecretCommand(),
    demoCommand(),
    migrateCommand(),
    databaseCommand(),
    doctorCommand(),
  ])
    program.addCommand(command);
  await program.parseAsync();
}

function exitCodeOf(error: unknown): number {
  // Commander has already printed the error or the requested help.
  if (error instanceof CommanderError) return error.exitCode;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}

main().then(
  () => process.exit(process.exitCode ?? 0),
  (error: unknown) => process.exit(exitCodeOf(error)),
);
