export interface KnownSeed {
  readonly seed: number;
  readonly minutes: number;
  /** What it found. */
  readonly found: string;
}

/** Seeds that found a defect. They run first. */
export const KNOWN_SEEDS: readonly KnownSeed[] = [
  {
    seed: 1,
    minutes: 1,
    found:
      "A runner's clock was set back an hour while its server was away, and an incident began an hour too early.",
  },
  {
    seed: 2,
    minutes: 1,
    found:
      "A server was killed after it created an incident and before it kept its response. Sent again with the same Idempotency-Key two minutes later, the incident was created twice.",
  },
];
