import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "./error-code";

/** Errors of platforms and network file systems that can't open or sync folders. */
const NO_FOLDER_SYNC = ["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP"];

/** Makes created, renamed, and removed files of a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await syncFile(folder);
  } catch (error) {
    if (!NO_FOLDER_SYNC.includes(errorCode(error))) throw error;
  }
}

/** Makes the contents of a file survive a power failure. Rejects with ENOENT when the file doesn't exist. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file atomically with the concatenated texts: readers see the old file or the new one, never a part. */
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
