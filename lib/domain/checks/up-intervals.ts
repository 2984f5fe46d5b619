import type { UpInterval } from "./availability";
import type { RegionState } from "./region-state";

/**
 * Returns the intervals in which an open incident's monitor was observed up, updated for a result that started at `at`. The
 * monitor is up while fewer regions than required fail without a success since. A region that went silent counts as failing
 * only while another region fails. Returns the same list if nothing changes. Epoch milliseconds.
 */
export function trackUp(
  up: readonly UpInterval[],
  regions: readonly RegionState[],
  required: number,
  at: number,
): readonly UpInterval[] {
  const failing = regions.filter((region) => region.health === "failing");
  const loud = failing.filter((region) => !region.silent);
  const down = loud.filter((region) => region.successes === 0);
  const unheard = failing.filter((region) => region.silent && region.successes === 0);
  const stillDown = down.length > 0 ? down.length + unheard.length : 0;
  const last = up.at(-1);
  const isUp = last !== undefined && last.to === null;
  if (stillDown < required) {
    const seen = regions.some(
      ({ silent, health, successes }) => !silent && (health === "healthy" || successes > 0),
    );
    if (isUp || !seen) return up;
    const since = loud.flatMap(({ successes, healthySince }) => (successes > 0 ? (healthySince ?? []) : []));
    const from = since.sort((a, b) => a - b)[failing.length - required] ?? at;
    return [...up, { from: Math.max(from, last?.to ?? from), to: null }];
  }
  if (!isUp) return up;
  // A region that fails again counts from the start of its new streak, not from its confirmation.
  const starts = down.map(({ failingSince }) => failingSince ?? at).sort((a, b) => a - b);
  const since = starts[Math.min(required, starts.length) - 1] ?? at;
  return [...up.slice(0, -1), { from: last.from, to: since > last.from ? since : at }];
}

/** Returns the intervals cut at the end of the incident. Epoch milliseconds. */
export function upBefore(up: readonly UpInterval[], end: number): UpInterval[] {
  return up.flatMap(({ from, to }) => (from < end ? [{ from, to: Math.min(to ?? end, end) }] : []));
}
