import { open, rename, rm } from "node:fs/promises";
import path from "node:path";

/** Where folders can't be opened or synced (Windows, some network file systems), names are as durable as they get. */
const NO_FOLDER_SYNC = ["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP"];

/** Makes the names in a folder survive a power cut: files that were created, renamed or removed. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await syncFile(folder);
  } catch (error) {
    if (!NO_FOLDER_SYNC.includes((error as { code?: string }).code ?? "")) throw error;
  }
}

/** Makes what was written to a file survive a power cut. Rejects with ENOENT when the file is gone. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file by texts written one after another: whatever happens, it is the old one or the new one, never half of it. */
export async function replaceFile(file: string, texts: Iterable<string>): Promise<void> {
  const half = `${file}.new`;
  try {
    const handle = await open(half, "w", 0o600);
    try {
      for (const text of texts) await handle.write(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(half, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(half, { force: true }).catch(() => undefined);
    throw error;
  }
}
