import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import { isPrivate } from "@/lib/status-page/model/load-model";
import { exportedFiles } from "@/lib/status-page/serve/static-export";
import type { StaticFile } from "@/lib/status-page/serve/static-files";
import { selectPageBySubdomain } from "@/lib/store/status-pages/pages";
import { withDatabase } from "../connect";
import { remark } from "../output";

/** Names the files of the last export, so that the next one removes only its own. */
const LIST = ".vedette-export.json";
const EVERY_MS = 60_000;

interface ExportPageOptions {
  readonly url?: string;
  readonly private?: boolean;
  readonly watch?: boolean;
}

/** Defines `cli export-page acme ./public --watch`. */
export function exportPageCommand(): Command {
  return new Command("export-page")
    .description("write a status page as files that any file host can serve")
    .argument("<subdomain>", "subdomain of the page")
    .argument("<folder>", "folder to write to; other files in it aren't touched")
    .option("--url <url>", "address where the folder will be published, for feeds and previews")
    .option("--private", "also export a page with access rules; anyone with the files can read them")
    .option("--watch", "export again every minute until stopped")
    .action((subdomain: string, folder: string, options: ExportPageOptions) =>
      withDatabase(() => run(subdomain, folder, options)),
    );
}

async function run(subdomain: string, folder: string, options: ExportPageOptions): Promise<void> {
  await exportPage(subdomain, folder, options);
  while (options.watch) {
    await wait(EVERY_MS);
    await exportPage(subdomain, folder, options).catch((error: Error) => {
      remark(`Could not export the page, trying again in a minute: ${error.message}`);
    });
  }
}

/** Writes a page's files into a folder. Each one is replaced in one step, and the ones that the page no longer has are removed. */
export async function exportPage(
  subdomain: string,
  folder: string,
  { url, private: mayBePrivate }: ExportPageOptions,
): Promise<void> {
  const page = await selectPageBySubdomain(subdomain);
  if (!page) throw new Error(`Status page ${subdomain} does not exist.`);
  if (isPrivate(page) && !mayBePrivate)
    throw new Error(
      `Status page ${subdomain} is private, and exported files can't be protected. Use --private to export it anyway.`,
    );
  const files = await exportedFiles(page, url === undefined ? null : address(url));
  const before = await filesOfLast(folder);
  for (const file of files) await replace(folder, file);
  const names = new Set(files.map(({ name }) => name));
  for (const name of before) if (!names.has(name)) await rm(path.join(folder, name), { force: true });
  await replace(folder, { name: LIST, content: Buffer.from(JSON.stringify([...names])) });
  remark(`Wrote ${files.length} files to ${folder}.`);
}

function address(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new Error(`--url must be an http or https address without a query; got ${JSON.stringify(given)}`);
  return url.href.replace(/\/$/, "");
}

async function replace(folder: string, { name, content }: StaticFile): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${randomUUID()}.new`;
  await writeFile(fresh, content);
  await rename(fresh, file);
}

/** Returns the names of the last export's files. Names that lead out of the folder can't be from an export. */
async function filesOfLast(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, LIST), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  const names: unknown = JSON.parse(text);
  if (!Array.isArray(names)) throw new Error(`${path.join(folder, LIST)} isn't a list of file names.`);
  return names.filter(
    (name): name is string =>
      typeof name === "string" && path.normalize(name) === name && !/^[./\\]/.test(name),
  );
}
