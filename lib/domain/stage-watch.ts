import { cityOf } from "@/lib/contract/regions";

/** A check is late by so many of the shortest intervals, and no less than by the rest: a region hands over within 45 s. */
const INTERVALS = 3;
const REST_S = 60;
const MINUTE_LATE_S = 180;

/** Why nothing seems to be checked although runners report: null when checks come in. `aliveS`: how long this process has watched. */
export function checksStand(
  checkedS: number | null,
  intervalS: number | null,
  aliveS: number,
): string | null {
  if (checkedS === null || intervalS === null) return null;
  const quietS = Math.min(checkedS, aliveS);
  if (quietS <= INTERVALS * intervalS + REST_S) return null;
  return `No check has come in for ${span(quietS)}, though the shortest interval is ${span(intervalS)}.`;
}

/** Why what runs by the clock stands; null when it runs. */
export function clockStands(lateS: number | null): string | null {
  if (lateS === null || lateS <= MINUTE_LATE_S) return null;
  return `The work of the minute has stood for ${span(lateS)}: silent regions, maintenance and what was left untold wait.`;
}

/** Why alerts seem to wait; null when none is overdue. */
export function tellingStands(overdue: number): string | null {
  return overdue === 0 ? null : "Notifications have waited for more than 5 min beyond their time.";
}

/** From where nothing is checked although monitors want it; null when every region is served. */
export function unservedWords(regions: readonly string[]): string | null {
  if (regions.length === 0) return null;
  const names = new Intl.ListFormat("en-GB").format(regions.map(cityOf));
  return `Nothing is checked from ${names}, though monitors ask for it: no runner serves ${regions.length === 1 ? "that region" : "those regions"}.`;
}

function span(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
