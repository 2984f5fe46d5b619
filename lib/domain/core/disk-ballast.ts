import { type DiskLevel, type DiskState, READ_ONLY_REMEDY } from "@/lib/shared/disk";

const MEBIBYTE = 1024 * 1024;

/** Disk space that each reserve file occupies. */
export const RESERVE_BYTES = 64 * MEBIBYTE;
/** Below this, the disk counts as full. One PostgreSQL WAL segment takes 16 MiB. */
export const FULL_BYTES = 48 * MEBIBYTE;
/** Upper threshold, well above the lower one to avoid flapping: room for one reserve file plus the same amount of free space. */
export const CALM_BYTES = 2 * FULL_BYTES + RESERVE_BYTES;
/** PostgreSQL creates files for new tables, indexes, and WAL segments, a few hundred a day. */
const FILES_MIN = 1000;
/** Below this, the reserve for decisions is used up as well. */
const USED_UP_BYTES = 4 * MEBIBYTE;
/** How fast a program may fill the disk. A faster one makes the database reject a write, which releases the reserves too. */
const FILL_BYTES_PER_MS = 2_000_000;
const LOOK_MIN_MS = 500;
const LOOK_MAX_MS = 5000;
/** How long to wait before retrying a write that the database rejected. */
export const REFUSED_MS = 10_000;

/** `results` is released first, for retention, results, and alerts. `decisions` is released last, only for incidents and notifications. */
export type Reserve = "results" | "decisions";

/** Free bytes of the file system, existing reserves, the previous level, and whether the database ran out of space. */
export interface DiskReading {
  readonly freeBytes: number;
  readonly reserves: ReadonlySet<Reserve>;
  readonly level: DiskLevel;
  readonly refused: boolean;
}

export interface DiskStep {
  readonly level: DiskLevel;
  readonly drop: readonly Reserve[];
  readonly make: Reserve | null;
}

/**
 * Decides which reserves to release or recreate. A full disk rejects even DELETE because PostgreSQL writes before it
 * removes, so reserves are released first and recreated one by one when there is space.
 */
export function stepDisk({ freeBytes, reserves, level, refused }: DiskReading): DiskStep {
  if (refused || freeBytes < FULL_BYTES) {
    if (!refused && level !== "critical" && reserves.has("results"))
      return { level: "full", drop: ["results"], make: null };
    return { level: "critical", drop: [...reserves], make: null };
  }
  if (freeBytes < CALM_BYTES) return { level, drop: [], make: null };
  if (!reserves.has("decisions"))
    return { level: level === "critical" ? "full" : level, drop: [], make: "decisions" };
  return { level: "calm", drop: [], make: reserves.has("results") ? null : "results" };
}

/**
 * Returns how many milliseconds to wait before the next poll: before a fast program could fill the disk, and always
 * within 5 s. Each poll recreates one reserve, and writes are rejected until all are back.
 */
export function nextCheckMs(level: DiskLevel, freeBytes: number | null): number {
  if (level !== "calm") return LOOK_MIN_MS;
  const spareBytes = Math.max(0, (freeBytes ?? 0) - CALM_BYTES);
  return Math.min(LOOK_MAX_MS, Math.max(LOOK_MIN_MS, spareBytes / FILL_BYTES_PER_MS));
}

/** Returns whether results that no decision needs may be written. */
export function storesResults({ level, resultRefusedMs }: DiskState, nowMs: number): boolean {
  return level !== "critical" && !isRecent(resultRefusedMs, nowMs);
}

/** Describes what the full or read-only disk prevents, or returns null. `nowMs` is monotonic. */
export function diskProblem(state: DiskState, nowMs: number): string | null {
  const { level, freeBytes } = state;
  if (state.isReadOnly) return `Nothing can be stored. ${READ_ONLY_REMEDY}`;
  const free = freeBytes === null ? "" : ` (${Math.floor(freeBytes / 2 ** 20)} MiB free)`;
  if (isRecent(state.decisionRefusedMs, nowMs))
    return `The database disk is full${free}. Incidents can't be stored, and alerts are delayed. Free up space now.`;
  if (level === "critical" && freeBytes !== null && freeBytes < USED_UP_BYTES)
    return `The disk is full${free}. Results of healthy monitors aren't stored, and the space reserved for incidents and notifications is used up. They may stop at any moment. Free up space now.`;
  if (!storesResults(state, nowMs))
    return `The disk is full${free}. Incidents and notifications still work, but results of healthy monitors aren't stored and other writes are refused.`;
  if (state.freeFiles !== null && state.freeFiles < FILES_MIN)
    return `The disk has ${state.freeFiles} inodes left, so no new files can be created soon. Delete files that aren't needed.`;
  if (level === "full")
    return `The disk is nearly full${free}. Checks, incidents, and notifications still work, but other writes are refused.`;
  return null;
}

function isRecent(atMs: number | null, nowMs: number): boolean {
  return atMs !== null && nowMs - atMs < REFUSED_MS;
}
