import type { UpInterval } from "@/lib/domain/checks/availability";
import { upBefore } from "@/lib/domain/checks/up-intervals";
import { clockTime } from "@/lib/domain/core/wording";
import { STABLE_RECOVERY_MS } from "./flapping";
import type { RecordedIncident } from "./recorded-incident";
import type { ReplayedIncident } from "./replay";

/** A change that late results make to a monitor's incidents. */
export type Correction =
  | { readonly kind: "add"; readonly incident: ReplayedIncident }
  | { readonly kind: "change"; readonly recorded: RecordedIncident; readonly incident: ReplayedIncident }
  | {
      readonly kind: "withdraw";
      readonly recorded: RecordedIncident;
      readonly into: ReplayedIncident | null;
    };

/**
 * Returns the corrections that turn the recorded incidents into those that the rules produce from all results, in the order
 * to apply them. Incidents that overlap in time are the same incident. Of several recorded ones, the newest is kept because
 * it may be open. An incident already announced as recovered isn't reopened; a new one replaces it so that people are
 * notified. Both lists are in chronological order.
 */
export function correctIncidents(
  recorded: readonly RecordedIncident[],
  computed: readonly ReplayedIncident[],
): Correction[] {
  const left = new Set(recorded);
  const parts = new Map<RecordedIncident, ReplayedIncident>();
  const kept: Correction[] = [];
  const added: Correction[] = [];
  for (const incident of computed) {
    const own = [...left].filter((each) => overlaps(each, incident));
    const stays = own.findLast(({ recoveredAt }) => recoveredAt === null || endOf(incident) !== null);
    for (const each of own) {
      left.delete(each);
      if (each !== stays) parts.set(each, incident);
    }
    if (stays && !isSame(stays, incident)) kept.push({ kind: "change", recorded: stays, incident });
    else if (!stays) added.push({ kind: "add", incident });
  }
  const withdrawn = recorded.flatMap((each): Correction[] =>
    left.has(each) || parts.has(each)
      ? [{ kind: "withdraw", recorded: each, into: parts.get(each) ?? null }]
      : [],
  );
  // Close and withdraw first, because a monitor can have only one open incident.
  return [...withdrawn, ...kept, ...added];
}

function isSame(recorded: RecordedIncident, incident: ReplayedIncident): boolean {
  const { at, recoveredAt, status, waitingUntil } = recorded;
  if (at !== incident.at || !isSameUp(recorded.up, upOf(recorded, incident))) return false;
  if (waitingUntil !== waitsUntil(incident)) return false;
  if (recoveredAt !== null) return recoveredAt === endOf(incident);
  return incident.recoveredAt === null && status === incident.status;
}

/** Returns whether both lists contain the same up intervals. */
export function isSameUp(a: readonly UpInterval[], b: readonly UpInterval[]): boolean {
  return a.length === b.length && a.every(({ from, to }, at) => b[at]?.from === from && b[at]?.to === to);
}

/** Returns when the monitor was up during a recorded incident by its computed one. One that has recovered stays so, and is cut there. */
export function upOf(recorded: RecordedIncident, incident: ReplayedIncident): readonly UpInterval[] {
  const end = recorded.recoveredAt === null ? null : endOf(incident);
  return end === null ? incident.up : upBefore(incident.up, end);
}

/** Returns when the wait for stable recovery ends or ended, or null without one. */
export function waitsUntil({ waitingSince }: ReplayedIncident): number | null {
  return waitingSince === null ? null : waitingSince + STABLE_RECOVERY_MS;
}

/** Returns when an incident ends for comparison. A pending recovery counts from its start. Null while ongoing. */
export function endOf({ recoveredAt, waitingSince }: ReplayedIncident): number | null {
  return recoveredAt ?? waitingSince;
}

function overlaps(recorded: RecordedIncident, incident: ReplayedIncident): boolean {
  const end = recorded.recoveredAt ?? Number.POSITIVE_INFINITY;
  return recorded.at < (incident.recoveredAt ?? Number.POSITIVE_INFINITY) && incident.at < end;
}

/** Describes which times of an incident late results moved. Returns null if none did in whole seconds, as times are shown. */
export function movedText(recorded: RecordedIncident, at: number, recoveredAt: number | null): string | null {
  const moved = [
    ["the incident began", recorded.at, at],
    ["the monitor recovered", recorded.recoveredAt, recoveredAt],
  ] as const;
  const parts = moved.flatMap(([what, before, after]) => {
    if (before === null || after === null || clockTime(before) === clockTime(after)) return [];
    return [`${what} at ${clockTime(after)} UTC, not at ${clockTime(before)} UTC`];
  });
  return parts.length > 0 ? `Corrected by late results: ${parts.join(", and ")}.` : null;
}

/** Explains why a recorded incident no longer counts. */
export function withdrawnText(recorded: RecordedIncident, into: ReplayedIncident | null): string {
  if (!into)
    return "Corrected by late results: they don't confirm an outage here, so the incident no longer counts.";
  const end =
    recorded.recoveredAt === null ? "" : ` did not end at ${clockTime(recorded.recoveredAt)} UTC and`;
  return `Corrected by late results: this outage${end} belongs to the incident that began at ${clockTime(into.at)} UTC.`;
}
