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
