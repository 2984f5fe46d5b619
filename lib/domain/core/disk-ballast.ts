import type { DiskLevel, DiskState } from "@/lib/shared/disk";

const MEBIBYTE = 1024 * 1024;

/** Room that each reserve keeps. */
export const RESERVE_BYTES = 64 * MEBIBYTE;
/** Below this the disk counts as full: a segment of PostgreSQL's log takes 16 MiB. */
export const FULL_BYTES = 48 * MEBIBYTE;
/** Calm again only well above, so that the state does not flap: a reserve fits back and as much stays free. */
export const CALM_BYTES = 2 * FULL_BYTES + RESERVE_BYTES;
/** What the database refused once is not tried again for so long. */
const REFUSED_MS = 10_000;

/** `results` is given up first, for retention, results and alerts; `decisions` last, for incidents and notifications alone. */
export type Reserve = "results" | "decisions";

/** What is seen: `freeBytes` of the file system, the reserves that exist, what was decided before, and whether the database was refused room. */
export interface DiskSight {
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

/** A full disk refuses even DELETE (PostgreSQL writes before it removes): reserves go first, and come back one by one when there is room. */
export function stepDisk({ freeBytes, reserves, level, refused }: DiskSight): DiskStep {
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

/** Whether raw results may be written: decisions come before them. */
export function storesResults({ level, resultRefusedMs }: DiskState, nowMs: number): boolean {
  return level !== "critical" && !isRecent(resultRefusedMs, nowMs);
}

/** Returns what the disk keeps from happening, or null when nothing. `nowMs` is monotonic. */
export function diskProblem(state: DiskState, nowMs: number): string | null {
  const { level, freeBytes } = state;
  const free = freeBytes === null ? "" : ` (${Math.floor(freeBytes / 1_000_000)} MB free)`;
  if (isRecent(state.decisionRefusedMs, nowMs))
    return `The database disk is full${free}. Incidents can't be stored, and alerts are delayed. Free up space now.`;
  if (!storesResults(state, nowMs))
    return `The disk is full${free}. Incidents and notifications still work, but check results aren't stored and other writes are refused.`;
  if (level === "full")
    return `The disk is nearly full${free}. Checks, incidents, and notifications still work, but other writes are refused.`;
  return null;
}

function isRecent(atMs: number | null, nowMs: number): boolean {
  return atMs !== null && nowMs - atMs < REFUSED_MS;
}
