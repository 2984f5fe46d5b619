export interface KnownSeed {
  readonly seed: number;
  readonly minutes: number;
  /** What it found. */
  readonly found: string;
}

/** Seeds that found a defect. They run first. */
export const KNOWN_SEEDS: readonly KnownSeed[] = [];
