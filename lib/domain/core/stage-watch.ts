import { cityOf } from "@/lib/contract/core/regions";

/** Checks are late after this many of the shortest intervals plus a margin, because a fallback runner takes over within 45 s. */
const INTERVALS = 3;
const REST_S = 60;
/** One missed minute, and the 15 s after which the next run is scheduled at the latest. */
const MINUTE_LATE_S = 75;
/** Pages are confirmed or rendered once a minute. */
const PAGE_LATE_S = 300;
/** Two runs of the hourly maintenance. */
const HOUR_LATE_S = 2 * 3600;
/** Consecutive failures before a maintenance step is reported. A single one may only have hit a lock. */
export const FAILURES_REPORTED = 2;
/** A step whose last failure is older no longer runs: a new version renamed or removed it. */
export const FAILURE_KEPT_S = 24 * 3600;

/** Explains why no checks seem to run although runners report, or returns null. `aliveS` is how long this process has been running. */
export function checksProblem(
  checkedS: number | null,
  intervalS: number | null,
  aliveS: number,
): string | null {
  if (checkedS === null || intervalS === null) return null;
  const quietS = Math.min(checkedS, aliveS);
  if (quietS <= INTERVALS * intervalS + REST_S) return null;
  return `No check results have arrived for ${span(quietS)}, although the shortest interval is ${span(intervalS)}.`;
}

/** Explains why scheduled jobs seem stopped, or returns null. `stoppedLoops` are those of this server. */
export function clockProblem(lateS: number | null, stoppedLoops: readonly string[]): string | null {
  if (stoppedLoops.length > 0)
    return `This server's ${new Intl.ListFormat("en-US").format(stoppedLoops)} stopped over a minute ago. Restart the server.`;
  if (lateS === null || lateS <= MINUTE_LATE_S) return null;
  return `The jobs that run every minute have been stalled for ${span(lateS)}. Silence detection, maintenance windows, and overdue notifications are delayed.`;
}

/** A maintenance step that failed in several consecutive runs. */
export interface FailingStep {
  readonly name: string;
  readonly misses: number;
  readonly reason: string;
  readonly failing_s: number;
}

/** Describes failing or late maintenance, or returns null. */
export function maintenanceProblem(failing: readonly FailingStep[], hourLateS: number | null): string | null {
  const lines = failing.map(
    ({ name, misses, reason, failing_s }) =>
      `The maintenance step ${name} has been failing for ${span(failing_s)} (${misses} runs): ${reason.replace(/\.$/, "")}.`,
  );
  if (hourLateS !== null && hourLateS > HOUR_LATE_S)
    lines.push(`The hourly maintenance is ${span(hourLateS)} late. Rollups and retention are waiting.`);
  return lines.length > 0 ? lines.join(" ") : null;
}

/** Explains why notifications seem stuck, or returns null if none is overdue. */
export function notificationsProblem(hasOverdue: boolean): string | null {
  return hasOverdue ? "Notifications are more than 5 min overdue." : null;
}

/** Explains why public pages seem outdated, or returns null. `aliveS` is how long this process has been running. */
export function pagesProblem(behindS: number | null, aliveS: number): string | null {
  const seconds = Math.min(behindS ?? 0, aliveS);
  if (seconds <= PAGE_LATE_S) return null;
  return `A public page hasn't been updated for ${span(seconds)}. It may show an earlier state.`;
}

/** Names the regions that monitors use but no runner serves, or returns null. */
export function unservedProblem(regions: readonly string[]): string | null {
  if (regions.length === 0) return null;
  const names = new Intl.ListFormat("en-US").format(regions.map(cityOf));
  return `No runner serves ${names}, so monitors aren't checked from ${regions.length === 1 ? "that region" : "those regions"}.`;
}

function span(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
