import { Command } from "commander";
import { distributeDatabase } from "@/lib/store/core/sharding/distribute-database";
import { print } from "../output";

export function databaseCommand(): Command {
  const command = new Command("database").description("distribute the database's tables in a Citus cluster");
  command
    .command("distribute")
    .description(
      "move each project's rows to the workers; stop all servers first. Run it again if it was interrupted.",
    )
    .action(() => distributeDatabase(print));
  return command;
}
