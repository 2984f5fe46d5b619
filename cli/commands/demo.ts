import { Command } from "commander";
import { firstOwner } from "@/lib/store/accounts/first-start";
import { commandLineCaller } from "../caller";
import { withDatabase } from "../connect";
import { fillDemo } from "../demo/fill";
import { print } from "../output";

export function demoCommand(): Command {
  return new Command("demo")
    .description("make a project with monitors, 90 days of believable history and a public page")
    .action(async () => {
      const made = await withDatabase(async () => {
        const author = await firstOwner();
        if (!author)
          throw new Error(
            "There is no owner yet: start the server (npm start) and open the link that it prints.",
          );
        return fillDemo(await commandLineCaller(), author);
      });
      print(`Project ${made.projectSlug}, public page: ${made.pageUrl}`);
    });
}
