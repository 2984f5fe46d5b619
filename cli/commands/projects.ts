import { Command } from "commander";
import { CreateProject } from "@/lib/contract/projects/projects";
import { createProject, listProjects } from "@/lib/services/projects/projects";
import { firstOwner } from "@/lib/store/accounts/first-start";
import { commandLineCaller } from "../caller";
import { withDatabase } from "../connect";
import { parseOption } from "../options";
import { print, printTable } from "../output";

const MAX_LISTED = 1000;

export function projectsCommand(): Command {
  const command = new Command("projects").description("manage projects");
  command
    .command("list")
    .description("list all projects with ID and slug")
    .action(async () => {
      const { items } = await withDatabase(async () =>
        listProjects(await commandLineCaller(), { limit: MAX_LISTED, offset: 0 }),
      );
      printTable(
        ["id", "slug", "name", "created"],
        items.map((project) => [project.id, project.slug, project.name, project.created_at]),
      );
    });
  command
    .command("create")
    .description("create a project with the owner as its first member, and print its slug")
    .requiredOption("--name <name>", "1 to 25 characters")
    .action(async ({ name }: { name: string }) => {
      print(await withDatabase(() => create(name)));
    });
  return command;
}

async function create(name: string): Promise<string> {
  const owner = await firstOwner();
  if (!owner) throw new Error("No owner account exists yet. Run `npm start` and open the link it prints.");
  const input = parseOption("--name", CreateProject, { name, members: [owner.id] });
  return (await createProject(await commandLineCaller(), input)).slug;
}
