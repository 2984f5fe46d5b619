import { Command } from "commander";
import { RegionIn } from "@/lib/contract/core/regions";
import { createRunner, listRunners, revokeRunner } from "@/lib/services/runners/registry";
import { withDatabase } from "../connect";
import { parseOption, wholeNumber } from "../options";
import { print, printTable, remark } from "../output";

export function runnersCommand(): Command {
  const command = new Command("runners").description("manage runners in other regions");
  command
    .command("create")
    .description("create a runner and print its token; it's shown only once")
    .requiredOption("--region <code>", "region code, for example eu-deu-fra")
    .option("--name <name>", "name shown in lists (default: its region)")
    .action(async (options: { region: string; name?: string }) => {
      const region = parseOption("--region", RegionIn, options.region);
      print(await withDatabase(() => createRunner(region, options.name ?? region)));
      remark("Start the runner with: CONTROL_URL=<URL of this server> RUNNER_TOKEN=<token> npm run runner");
    });
  command
    .command("list")
    .description("list all runners with region and last contact")
    .action(async () => {
      const rows = await withDatabase(listRunners);
      printTable(
        ["id", "name", "region", "kind", "last seen", "state"],
        rows.map((row) => [
          row.id,
          row.name,
          row.region,
          row.kind,
          row.lastSeenAt,
          row.state.replace("_", " "),
        ]),
      );
    });
  command
    .command("revoke <id>")
    .description("revoke a runner's access immediately")
    .action(async (id: string) => {
      await withDatabase(() => revokeRunner(wholeNumber("id", id)));
      print(`Runner ${id} revoked.`);
    });
  return command;
}
