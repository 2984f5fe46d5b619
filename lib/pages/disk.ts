import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { mounted, type PageEntry } from "./entry";

const FILE_NAMES: Record<string, string> = { "": "index.html", "404": "404.html", history: "history.html" };
/** The bytes on disk are for the day when nothing else works: a minute of age is fine. */
const EVERY_MS = 60_000;
const writtenAt = new Map<number, number>();

const folderOf = (entry: PageEntry) => path.join(env().DATA_DIR, "pages", entry.row.subdomain);

/**
 * Keeps a public page as plain files in DATA_DIR/pages/<subdomain>, so that any static server can stand in when the
 * whole program is gone. Private pages stay out. A full or read-only disk costs the copy, never the page.
 */
export async function keepOnDisk(entry: PageEntry): Promise<void> {
  if (entry.isPrivate) return removeFromDisk(entry);
  const last = writtenAt.get(entry.row.id) ?? 0;
  const sealedAt = entry.sealedAt.getTime();
  if (sealedAt - last < EVERY_MS) return;
  writtenAt.set(entry.row.id, sealedAt);
  const folder = folderOf(entry);
  try {
    for (const [name, sealed] of entry.sealed) {
      const { identity } = mounted(entry, name, sealed, "host", false);
      const file = path.join(folder, FILE_NAMES[name] ?? name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(`${file}.new`, identity);
      await rename(`${file}.new`, file);
    }
  } catch (error) {
    log.debug("page not kept on disk", { status_page_id: entry.row.id, error: (error as Error).message });
  }
}

export async function removeFromDisk(entry: PageEntry): Promise<void> {
  writtenAt.delete(entry.row.id);
  await rm(folderOf(entry), { recursive: true, force: true }).catch(() => undefined);
}
