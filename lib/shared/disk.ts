import { statfs } from "node:fs/promises";
import { once } from "./once";

/** calm: everything is written. full: results, incidents and notifications. critical: incidents and notifications. */
export type DiskLevel = "calm" | "full" | "critical";

/** What the server knows of the disk that holds its data. */
export interface DiskState {
  level: DiskLevel;
  /** Bytes free for an ordinary user at the last look; null before it. */
  freeBytes: number | null;
  /** When the database last had no room for a result, and for an incident (monotonic milliseconds); null: never. */
  resultRefusedMs: number | null;
  decisionRefusedMs: number | null;
  /** Gives up every reserve at once, where there are any. */
  release: () => Promise<void>;
}

/** The one state of this process: the server's disk watch writes it, readiness, ingest and the API read it. */
export function diskState(): DiskState {
  return once("disk.state", calmDisk);
}

/** Returns a disk of which nothing bad is known. */
export function calmDisk(): DiskState {
  return {
    level: "calm",
    freeBytes: null,
    resultRefusedMs: null,
    decisionRefusedMs: null,
    release: async () => {},
  };
}

/** Bytes free for an ordinary user on the disk of a folder; fails when the folder is gone. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
