import { chmod, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pageLanguage } from "@/lib/contract/status-pages/languages";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { atHost, type PageEntry } from "./page-entry";
import { renderedModel } from "./page-source";
import { basicRepresentations, HTML } from "./representations";

const INDEX = "index.html";
const FILE_NAMES: Record<string, string> = { "404": "404.html" };
/** The copies are a last resort, so they may be a minute old. */
const EVERY_MS = 60_000;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Returns the copies of this process, shared so that all modules take turns. */
export function pageCopies(): PageCopies {
  return once("pages.copies", () => new PageCopies());
}

/**
 * Keeps each public page as plain files in DATA_DIR/pages/<subdomain>, so that a static server can take over when Vedette is
 * down. Private pages are never written. A full or read-only disk affects only the copy. Steps run one after another, so that
 * an earlier step can't write a page that just became private.
 */
export class PageCopies {
  private readonly written = new Map<number, { folder: string; renderedAt: number; confirmedAt: number }>();
  private last: Promise<void> = Promise.resolve();

  /** Writes the copy of a page at most once a minute, and removes its copy under an earlier name. */
  keep(entry: PageEntry): Promise<void> {
    const { id, subdomain } = entry.row;
    return this.change(id, async () => {
      const before = this.written.get(id);
      if (entry.isPrivate) return this.removeFolders(id, subdomain);
      if (before && before.folder !== subdomain) await this.removeFolders(id, before.folder);
      const confirmedAt = entry.confirmedAt.getTime();
      const written = this.written.get(id);
      if (written && Math.abs(confirmedAt - written.confirmedAt) < EVERY_MS) return;
      const renderedAt = entry.renderedAt.getTime();
      this.written.set(id, { folder: subdomain, renderedAt, confirmedAt });
      await write(entry, written?.renderedAt === renderedAt).catch((error: Error) =>
        log.debug("could not write status page copy", { status_page_id: id, error: error.message }),
      );
    });
  }

  /** Removes the copy of a deleted page. */
  remove(entry: PageEntry): Promise<void> {
    const { id, subdomain } = entry.row;
    return this.change(id, () => this.removeFolders(id, subdomain));
  }

  /**
   * Removes every folder without a public page, such as after a page was renamed, deleted, or made private while this process was
   * down. Makes the rest readable only by its owner. Calls `publicNames` after listing the folders, so that it knows even the newest.
   */
  sweep(publicNames: () => Promise<ReadonlySet<string>>): Promise<void> {
    return this.inTurn(async () => {
      await mkdir(root(), { recursive: true });
      await chmod(root(), FOLDER_MODE);
      const found = await readdir(root(), { withFileTypes: true });
      for (const item of found) if (item.isDirectory()) await makePrivate(path.join(root(), item.name));
      const names = await publicNames();
      for (const item of found)
        if (!item.isDirectory() || !names.has(item.name)) await removeFolder(item.name);
    });
  }

  private async removeFolders(id: number, subdomain: string): Promise<void> {
    const folders = new Set([subdomain, this.written.get(id)?.folder ?? subdomain]);
    this.written.delete(id);
    const taken = new Set([...this.written.values()].map(({ folder }) => folder));
    for (const folder of folders) if (!taken.has(folder)) await removeFolder(folder);
  }

  private async change(id: number, step: () => Promise<void>): Promise<void> {
    try {
      await this.inTurn(step);
    } catch (error) {
      log.warn("could not remove the copy of a status page, retrying with the next sweep", {
        status_page_id: id,
        error: (error as Error).message,
      });
    }
  }

  private inTurn(step: () => Promise<void>): Promise<void> {
    const mine = this.last.then(step);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}

const root = () => path.join(env().DATA_DIR, "pages");

async function removeFolder(folder: string): Promise<void> {
  await rm(path.join(root(), folder), { recursive: true, force: true });
}

/** Writes a page's files: after a confirmation only the home page, whose time of the last check is another. */
async function write(entry: PageEntry, isConfirmed: boolean): Promise<void> {
  const folder = path.join(root(), entry.row.subdomain);
  if (entry.home)
    await replace(path.join(folder, INDEX), atHost(entry, entry.home.identity.toString("utf8")));
  const rendered = isConfirmed ? null : renderedModel(entry, pageLanguage(entry.row.language));
  if (!rendered) return;
  const files = new Set([path.join(folder, INDEX)]);
  for (const { path: name, text, contentType } of basicRepresentations(rendered.model)) {
    if (name === "") continue;
    const file = path.join(folder, FILE_NAMES[name] ?? name);
    files.add(file);
    await replace(file, contentType === HTML ? atHost(entry, text) : text);
  }
  for (const { file } of await filesIn(folder)) if (!files.has(file)) await rm(file, { force: true });
}

async function replace(file: string, text: string): Promise<void> {
  const next = `${file}.new`;
  const create = () => writeFile(next, text, { mode: FILE_MODE, flag: "wx" });
  await create().catch(async () => {
    await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
    // A file left by a crash would keep its mode.
    await rm(next, { force: true });
    await create();
  });
  await rename(next, file);
}

async function filesIn(folder: string): Promise<{ file: string; isLink: boolean }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((item) => !item.isDirectory())
    .map((item) => ({ file: path.join(item.parentPath, item.name), isLink: item.isSymbolicLink() }));
}

/** Restricts a folder to its owner: a restored one may be readable by everyone on the machine. */
async function makePrivate(folder: string): Promise<void> {
  await chmod(folder, FOLDER_MODE);
  for (const { file, isLink } of await filesIn(folder)) if (!isLink) await chmod(file, FILE_MODE);
}
