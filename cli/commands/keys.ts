import { Command, Option } from "commander";
import * as z from "zod";
import { ACCESS_LEVELS, CreateKey } from "@/lib/contract/accounts/keys";
import { createKey, listKeys, revokeKey } from "@/lib/services/accounts/keys";
import { selectProjectBySlug } from "@/lib/store/projects/slug";
import { commandLineCaller } from "../caller";
import { withDatabase } from "../connect";
import { parseOption, wholeNumber } from "../options";
import { print, printTable } from "../output";

const MAX_LISTED = 1000;

interface CreateOptions {
  name: string;
  access: string;
  project?: string;
}

export function keysCommand(): Command {
  const command = new Command("keys").description("manage API keys of the organization and its projects");
  command
    .command("create")
    .description("create a key and print its token; it's shown only once")
    .requiredOption("--name <name>", "name shown in lists")
    .requiredOption("--access <levels>", "platform=read|write,uptime=read|write")
    .addOption(
      new Option("--organization", "create the key for the whole organization (default)").conflicts(
        "project",
      ),
    )
    .option("--project <slug>", "create the key for one project")
    .action(async (options: CreateOptions) => print(await withDatabase(() => create(options))));
  command.command("list").description("list active keys").action(list);
  command
    .command("revoke <id>")
    .description("revoke a key immediately")
    .action(async (id: string) => {
      await withDatabase(async () => revokeKey(await commandLineCaller(), wholeNumber("id", id)));
      print(`Key ${id} revoked.`);
    });
  return command;
}

async function create(options: CreateOptions): Promise<string> {
  const caller = await commandLineCaller();
  const project =
    options.project === undefined ? null : await projectId(caller.organizationId, options.project);
  const input = parseOption("--name", CreateKey, {
    name: options.name,
    kind: project === null ? "organization" : "project",
    project_id: project,
    ...parseAccess(options.access),
  });
  return (await createKey(caller, input)).token;
}

async function projectId(organizationId: number, slug: string): Promise<number> {
  const id = await selectProjectBySlug(organizationId, slug);
  if (id === null)
    throw new Error(`--project ${slug} does not exist. Run \`projects list\` to see all projects.`);
  return id;
}

async function list(): Promise<void> {
  const { items } = await withDatabase(async () =>
    listKeys(await commandLineCaller(), { limit: MAX_LISTED, offset: 0 }),
  );
  printTable(
    ["id", "name", "kind", "project", "token", "platform", "uptime", "last used"],
    items.map((key) => [
      key.id,
      key.name,
      key.kind,
      key.project?.name ?? null,
      `${key.prefix}…${key.last_four}`,
      key.platform,
      key.uptime,
      key.last_used_at,
    ]),
  );
}

const Level = z.enum(ACCESS_LEVELS);
const FORM = "platform=read|write, uptime=read|write, or both (separated by a comma)";

/** Parses `platform=write,uptime=read`; an area that isn't named gets "none". */
function parseAccess(text: string): {
  platform: z.infer<typeof Level>;
  uptime: z.infer<typeof Level>;
} {
  const levels = { platform: "none", uptime: "none" } as ReturnType<typeof parseAccess>;
  for (const part of text.split(",")) {
    const [area, level] = part.split("=").map((word) => word.trim());
    const parsed = Level.safeParse(level);
    if ((area !== "platform" && area !== "uptime") || !parsed.success || part.split("=").length !== 2)
      throw new Error(`--access must be ${FORM}; got ${text}`);
    levels[area] = parsed.data;
  }
  return levels;
}
