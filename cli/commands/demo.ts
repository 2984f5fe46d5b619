import { Command } from "commander";
import { createDemo } from "@/lib/services/reports/demo/create";
import { commandLineCaller } from "../caller";
import { withDatabase } from "../connect";
import { print } from "../output";

export function demoCommand(): Command {
  return new Command("demo")
    .description(
      "create a project with simulated monitors in every state, 90 days of history, and status pages",
    )
    .action(async () => {
      const { name } = await withDatabase(async () => createDemo(await commandLineCaller()));
      print(
        `Created the project ${name}. Switch to it in the dashboard. Deleting the project removes all demo data.`,
      );
    });
}
