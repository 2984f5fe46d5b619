import { statfs, utimes } from "node:fs/promises";
import { machineMs } from "./clock";
import { errorCode } from "./error-code";
import { once } from "./once";

/**
 * Data that is stored at each level: everything (calm), results, incidents, and notifications (full), or only incidents and
 * notifications (critical).
 */
export type DiskLevel = "calm" | "full" | "critical";

/** State of the disk that holds the server's data. */
export interface DiskState {
  level: DiskLevel;
  /** Bytes free for an unprivileged user when last measured; null before that. */
  freeBytes: number | null;
  /** Files (inodes) that can still be created when last measured; null before that and on disks without a limit. */
  freeFiles: number | null;
  /** Whether the system mounted it read-only, as it does after an error of the disk. */
  isReadOnly: boolean;
  /** When the database last rejected a result, and an incident, for lack of space (monotonic milliseconds); null if never. */
  resultRefusedMs: number | null;
  decisionRefusedMs: number | null;
  /** Releases all reserve files at once. */
  release: () => Promise<void>;
}

/** Returns the state shared in this process: the disk monitor writes it; readiness, ingest, and the API read it. */
export function diskState(): DiskState {
  return once("disk.state", calmDisk);
}

/** Returns the initial state of a disk without problems. */
export function calmDisk(): DiskState {
  return {
    level: "calm",
    freeBytes: null,
    freeFiles: null,
    isReadOnly: false,
    resultRefusedMs: null,
    decisionRefusedMs: null,
    release: async () => {},
  };
}

/** Returns how many files can still be created on the disk of a folder; null if it has no limit. */
export async function freeFilesIn(folder: string): Promise<number | null> {
  const { files, ffree } = await statfs(folder);
  return files > 0 ? ffree : null;
}

/** Returns the bytes free for an unprivileged user on the disk of a folder. Rejects when the folder doesn't exist. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns whether the disk of a folder is read-only. Only a write says so after an error of the disk, the mount options don't. */
export async function isReadOnlyIn(folder: string): Promise<boolean> {
  const now = machineMs() / 1000;
  return utimes(folder, now, now).then(
    () => false,
    (error: unknown) => errorCode(error) === "EROFS",
  );
}

/** Advice about a read-only disk. */
export const READ_ONLY_REMEDY =
  "The disk is read-only, usually after a disk error. See `dmesg`, check the disk, and mount it writable again.";
