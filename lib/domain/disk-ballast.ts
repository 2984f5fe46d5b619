const MEBIBYTE = 1024 * 1024;

/** Room that the ballast keeps for the worst hour: rollups and retention can run, results and alerts can still be written. */
export const BALLAST_BYTES = 64 * MEBIBYTE;
/** Below this the disk counts as full. */
export const FULL_BYTES = 48 * MEBIBYTE;
/** Calm again only well above, so that the state does not flap: the ballast fits back and as much stays free. */
export const CALM_BYTES = 2 * FULL_BYTES + BALLAST_BYTES;

/** What is seen: `freeBytes` of the file system, `ballast` whether the file stands, `full` what was decided before. */
export interface DiskSight {
  readonly freeBytes: number;
  readonly ballast: boolean;
  readonly full: boolean;
}

export interface DiskStep {
  readonly full: boolean;
  readonly ballast: "keep" | "make" | "drop";
}

/** A full disk refuses even DELETE (PostgreSQL writes before it removes): the ballast goes first, and comes back when there is room. */
export function stepDisk({ freeBytes, ballast, full }: DiskSight): DiskStep {
  if (freeBytes < FULL_BYTES) return { full: true, ballast: ballast ? "drop" : "keep" };
  if (full && freeBytes < CALM_BYTES) return { full: true, ballast: "keep" };
  return { full: false, ballast: !ballast && freeBytes >= CALM_BYTES ? "make" : "keep" };
}
