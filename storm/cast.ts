export const REGIONS = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"] as const;
export const RUNNERS_PER_REGION = 2;
export const RUNNERS = REGIONS.length * RUNNERS_PER_REGION;
export const SERVERS = 2;
export const TARGETS = 24;
/** Monitors in projects of their own that are up until they flap together. Their targets follow the others. */
export const CROWD_PROJECTS = 6;
export const CROWD_PER_PROJECT = 10;
export const CROWD = CROWD_PROJECTS * CROWD_PER_PROJECT;
/** The last one is unreliable. */
export const PROVIDERS = 2;

export const FAILURES = ["status", "reset", "hang"] as const;
export type Failure = (typeof FAILURES)[number];

/** A time during which a target fails, seen from some regions. Milliseconds since the storm began. */
export interface PlannedOutage {
  readonly target: number;
  readonly failure: Failure;
  /** Indexes of REGIONS. */
  readonly regions: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
}

export const MOODS = ["accept", "hang", "error", "busy", "drop"] as const;
/** How a provider answers: 200, never, 500, 429, or by breaking the connection. */
export type Mood = (typeof MOODS)[number];

/** What the machine must offer for a fault. */
export type Capability = "namespaces" | "images" | "false clock";
