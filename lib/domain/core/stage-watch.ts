import { cityOf } from "@/lib/contract/core/regions";

/** A check is late by so many of the shortest intervals, and no less than by the rest: a region hands over within 45 s. */
const INTERVALS = 3;
const REST_S = 60;
const MINUTE_LATE_S = 180;
/** Two runs of the hourly maintenance. */
const HOUR_LATE_S = 2 * 3600;
/** A maintenance step that failed once may only have met a lock. */
export const MISSES_TOLD = 2;

/** Why nothing seems to be checked although runners report: null when checks come in. `aliveS`: how long this process has watched. */
export function checksStand(
  checkedS: number | null,
  intervalS: number | null,
  aliveS: number,
): string | null {
  if (checkedS === null || intervalS === null) return null;
  const quietS = Math.min(checkedS, aliveS);
  if (quietS <= INTERVALS * intervalS + REST_S) return null;
  return `No check results have arrived for ${span(quietS)}, although the shortest interval is ${span(intervalS)}.`;
}

/** Why what runs by the clock stands; null when it runs. */
export function clockStands(lateS: number | null): string | null {
  if (lateS === null || lateS <= MINUTE_LATE_S) return null;
  return `The jobs that run every minute have been stopped for ${span(lateS)}. Silent regions, maintenance windows, and overdue notifications are waiting.`;
}

/** A maintenance step that has failed in several runs in succession. */
export interface FailingStep {
  readonly name: string;
  readonly misses: number;
  readonly reason: string;
  readonly failing_s: number;
}

/** Returns what of the maintenance fails or waits, or null when it works. */
export function maintenanceProblem(failing: readonly FailingStep[], hourLateS: number | null): string | null {
  const lines = failing.map(
    ({ name, misses, reason, failing_s }) =>
      `The maintenance step ${name} has been failing for ${span(failing_s)} (${misses} runs): ${reason.replace(/\.$/, "")}.`,
  );
  if (hourLateS !== null && hourLateS > HOUR_LATE_S)
    lines.push(`The hourly maintenance is ${span(hourLateS)} late. Rollups and retention are waiting.`);
  return lines.length > 0 ? lines.join(" ") : null;
}

/** Why alerts seem to wait; null when none is overdue. */
export function tellingStands(overdue: number): string | null {
  return overdue === 0 ? null : "Notifications are more than 5 min overdue.";
}

/** From where nothing is checked although monitors want it; null when every region is served. */
export function unservedWords(regions: readonly string[]): string | null {
  if (regions.length === 0) return null;
  const names = new Intl.ListFormat("en-GB").format(regions.map(cityOf));
  return `No runner serves ${names}, so monitors aren't checked from ${regions.length === 1 ? "that region" : "those regions"}.`;
}

function span(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
