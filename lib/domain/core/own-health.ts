import type { Readiness } from "@/lib/contract/reference/meta";
import { MINUTE_MS } from "@/lib/shared/durations";

/** A part of the installation whose health has a history. A shutdown isn't a problem. */
export type HealthPart = Exclude<keyof Readiness["checks"], "shutdown">;

export const PART_NAMES: Record<HealthPart, string> = {
  runner: "Runners",
  regions: "Regions",
  checks: "Check results",
  notifications: "Notifications",
  pages: "Public pages",
  clock: "Jobs that run every minute",
  maintenance: "Retention and backups",
  database: "Database",
  migrations: "Database schema",
  disk: "Disk",
};
export const HEALTH_PARTS = Object.keys(PART_NAMES) as HealthPart[];

/** Servers check once a minute, so a part that none saw failing for two minutes has recovered. */
export const RECOVERED_S = 120;
/** While the database is unavailable, at most this many minutes wait in memory. */
export const MINUTES_KEPT = 7 * 24 * 60;

/** A part's problem, from the first to the last time that this server saw it. */
export interface Episode {
  readonly part: HealthPart;
  readonly since: Date;
  readonly failingAt: Date;
  readonly message: string;
  /** Whether this server has alerted the operators, or knows that another one has. */
  readonly alerted: boolean;
}

/** Returns the problem of each failing part. While the database is unavailable, the parts that depend on it are unknown. */
export function problemsOf(checks: Readiness["checks"]): Map<HealthPart, string> {
  const known = checks.database.ok ? HEALTH_PARTS : (["database", "disk"] as const);
  return new Map(
    known.flatMap((part) => {
      const { ok, message } = checks[part];
      return ok ? [] : [[part, message ?? ""] as const];
    }),
  );
}

/**
 * Returns the episodes after a check. A new problem adds one. A problem that ended removes its own, unless the database
 * is unavailable and the part unknown, or its end hasn't been announced yet.
 */
export function nextEpisodes(
  known: readonly Episode[],
  problems: ReadonlyMap<HealthPart, string>,
  now: Date,
): Episode[] {
  const isAway = problems.has("database");
  const kept = known.filter(({ part, alerted }) => problems.has(part) || alerted || isAway);
  const begun = [...problems.keys()].filter((part) => known.every((episode) => episode.part !== part));
  return [
    ...kept.map((episode) => {
      const message = problems.get(episode.part);
      return message === undefined ? episode : { ...episode, message, failingAt: now };
    }),
    ...begun.map((part) => ({
      part,
      since: now,
      failingAt: now,
      message: problems.get(part) ?? "",
      alerted: false,
    })),
  ];
}

/** Parts whose problems have lasted when they are found, because each means that a whole minute was missed. */
const DUE_AT_ONCE: ReadonlySet<HealthPart> = new Set(["clock"]);

/** Returns the episodes that operators should be notified of now. */
export function dueEpisodes(
  episodes: readonly Episode[],
  { now, afterMs }: { now: Date; afterMs: number },
): Episode[] {
  return episodes.filter(
    ({ part, alerted, since, failingAt }) =>
      !alerted && failingAt >= now && (DUE_AT_ONCE.has(part) || now.getTime() - since.getTime() >= afterMs),
  );
}

/** The cells of the history: as many as fit a phone's width. */
export const HISTORY = { day: { cells: 48, cellS: 30 * 60 }, week: { cells: 56, cellS: 3 * 3600 } } as const;

/** Returns where the history begins, so that its last cell contains `now`. */
export function historyStart(now: Date, { cells, cellS }: (typeof HISTORY)[keyof typeof HISTORY]): Date {
  const cellMs = cellS * 1000;
  return new Date((Math.floor(now.getTime() / cellMs) - cells + 1) * cellMs);
}

export function minuteOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS);
}
