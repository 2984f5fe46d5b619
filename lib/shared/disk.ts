import { statfs } from "node:fs/promises";
import { once } from "./once";

/** What the server knows of the disk that holds its data. */
export interface DiskState {
  /** True while so little is free that only results and alerts may still be written. */
  full: boolean;
  /** Bytes free for an ordinary user at the last look; null before it. */
  freeBytes: number | null;
}

/** The one state of this process: the server's disk watch writes it, readiness and the API read it. */
export function diskState(): DiskState {
  return once("disk.state", () => ({ full: false, freeBytes: null }));
}

/** Bytes free for an ordinary user on the disk of a folder; fails when the folder is gone. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
