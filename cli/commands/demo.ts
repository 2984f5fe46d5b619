import { Command } from "commander";
import { firstOwner } from "@/lib/store/accounts/first-start";
import { commandLineCaller } from "../caller";
import { withDatabase } from "../connect";
import { fillDemo } from "../demo/fill";
import { print } from "../output";

export function demoCommand(): Command {
  return new Command("demo")
    .description("create a project with monitors, 90 days of sample history and a public status page")
    .action(async () => {
      const made = await withDatabase(async () => {
        const author = await firstOwner();
        if (!author)
          throw new Error("No owner account exists yet. Run `npm start` and open the link it prints.");
        return fillDemo(await commandLineCaller(), author);
      });
      print(`Created project ${made.projectSlug} with status page ${made.pageUrl}`);
    });
}
