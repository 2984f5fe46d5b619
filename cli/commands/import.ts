import { readFile } from "node:fs/promises";
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

interface Options {
  readonly project: string;
  readonly dryRun?: boolean;
}

/** Defines `cli import uptime_kuma kuma.db`. */
export function importCommand(): Command {
  return new Command("import")
    .description("import monitors and status pages from another product; importing again changes nothing")
    .addArgument(new Argument("<source>", "the product").choices(SOURCES))
    .argument("<file>", "export file; for statuspage, a page's address works too")
    .option("--project <slug>", "project to import into", "main")
    .option("--dry-run", "show what an import would do without doing it")
    .action(async (source: ImportSource, file: string, options: Options) => {
      await withDatabase(() => run(source, file, options));
    });
}

async function run(source: ImportSource, file: string, { project, dryRun = false }: Options): Promise<void> {
  const caller = await projectCaller(project);
  const isUrl = /^https?:\/\//.test(file);
  const input = ImportConfiguration.parse({ source, url: isUrl ? file : null, preview: dryRun });
  const imported = isUrl
    ? await readPage(source, file, projectOf(caller))
    : await readExport(source, await readFile(file));
  const result = await importParsed(caller, imported, input);
  if (result.problems.length > 0)
    throw new Error(
      `Nothing was changed. These problems prevent the import:\n  ${result.problems.join("\n  ")}`,
    );
  for (const item of result.items) for (const line of linesOf(item)) print(line);
  for (const { name, reason } of result.skipped) print(`! skipped ${name}: ${reason}`);
  remark(summaryOf(result));
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
