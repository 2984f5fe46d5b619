import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Argument, Command } from "commander";
import {
  ImportConfiguration,
  type ImportedItem,
  type ImportResult,
} from "@/lib/contract/config-file/imports";
import { IMPORT_SOURCE_NAMES, type ImportSource } from "@/lib/contract/config-file/sources";
import { importParsed } from "@/lib/services/config-file/imports";
import { readExport, readPage } from "@/lib/services/config-file/read-import";
import { projectOf } from "@/lib/services/core/caller";
import { projectCaller } from "../caller";
import { withDatabase } from "../connect";
import { print, remark } from "../output";

/** A Vedette file has a command of its own, which also knows its secrets. */
const SOURCES = IMPORT_SOURCE_NAMES.filter((name) => name !== "vedette");
const WORDS = {
  create: "+ create",
  update: "~ change",
  unchanged: "= same",
  delete: "- delete",
  left: "= kept",
};

const IS_YAML = /\.ya?ml$/i;

interface Options {
  readonly project: string;
  readonly dryRun?: boolean;
}

/** Defines `cli import uptime_kuma kuma.db`. */
export function importCommand(): Command {
  return new Command("import")
    .description("import monitors and status pages from another product; importing again changes nothing")
    .addArgument(new Argument("<source>", "the product").choices(SOURCES))
    .argument(
      "<files...>",
      "export file; several, or a folder, of YAML files; for statuspage, a page's address",
    )
    .option("--project <slug>", "project to import into", "main")
    .option("--dry-run", "show what an import would do without doing it")
    .action(async (source: ImportSource, files: string[], options: Options) => {
      await withDatabase(() => run(source, files, options));
    });
}

async function run(
  source: ImportSource,
  files: readonly string[],
  { project, dryRun = false }: Options,
): Promise<void> {
  const caller = await projectCaller(project);
  const url = files.find((file) => /^https?:\/\//.test(file)) ?? null;
  const input = ImportConfiguration.parse({ source, url, preview: dryRun });
  const imported = url
    ? await readPage(source, url, projectOf(caller))
    : await readExport(source, await joinedFiles(files));
  const result = await importParsed(caller, imported, input);
  if (result.problems.length > 0)
    throw new Error(
      `Nothing was changed. These problems prevent the import:\n  ${result.problems.join("\n  ")}`,
    );
  for (const item of result.items) for (const line of linesOf(item)) print(line);
  for (const { name, reason } of result.skipped) print(`! skipped ${name}: ${reason}`);
  remark(summaryOf(result));
}

/** Returns the bytes of the files. Several, such as those of a folder, are joined as YAML documents. */
export async function joinedFiles(given: readonly string[]): Promise<Buffer> {
  const files = (await Promise.all(given.map(filesIn))).flat();
  const bytes = await Promise.all(files.map((file) => readFile(file)));
  const [only, ...others] = bytes;
  if (!only) throw new Error(`The folder ${given.join(", ")} has no YAML files.`);
  if (others.length === 0) return only;
  const foreign = files.find((file) => !IS_YAML.test(file));
  if (foreign)
    throw new Error(`Several files can be imported together only if they are YAML; got ${foreign}.`);
  return Buffer.from(bytes.map((each) => `---\n${each.toString("utf8")}\n`).join(""));
}

async function filesIn(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [place];
  const names = await readdir(place, { recursive: true });
  return names
    .filter((name) => IS_YAML.test(name))
    .sort()
    .map((name) => path.join(place, name));
}

function linesOf({ kind, key, action, changes, notes }: ImportedItem): string[] {
  return [
    `${WORDS[action].padEnd(9)} ${kind}.${key}`,
    ...changes.map(
      ({ field, before, after }) => `            ${field}: ${before ?? "none"} → ${after ?? "none"}`,
    ),
    ...notes.map(({ field, text }) => `            ${field}: ${text}`),
  ];
}

function summaryOf({ applied, items, skipped }: ImportResult): string {
  const count = (action: ImportedItem["action"]) => items.filter((item) => item.action === action).length;
  const counts = `${count("create")} created, ${count("update")} updated, ${count("unchanged")} unchanged, ${skipped.length} skipped.`;
  return applied ? counts : `Dry run: nothing was changed. ${counts}`;
}
