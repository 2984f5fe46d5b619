import { Command } from "commander";
import { RegionIn } from "@/lib/contract/core/regions";
import { createRunner, listRunners, revokeRunner } from "@/lib/services/runners/registry";
import { withDatabase } from "../connect";
import { parseOption, wholeNumber } from "../options";
import { print, printTable, remark } from "../output";

export function runnersCommand(): Command {
  const command = new Command("runners").description("runners in other regions");
  command
    .command("create")
    .description("make a runner and print its token, alone and once")
    .requiredOption("--region <code>", "where it runs, for example eu-deu-fra")
    .option("--name <name>", "as it is listed (default: its region)")
    .action(async (options: { region: string; name?: string }) => {
      const region = parseOption("--region", RegionIn, options.region);
      print(await withDatabase(() => createRunner(region, options.name ?? region)));
      remark("Start it there with: CONTROL_URL=<address of this server> RUNNER_TOKEN=<token> npm run runner");
    });
  command
    .command("list")
    .description("every runner with its region and when it was last heard")
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
    .description("end a runner's access at once")
    .action(async (id: string) => {
      await withDatabase(() => revokeRunner(wholeNumber("id", id)));
      print(`Runner ${id} is revoked.`);
    });
  return command;
}
