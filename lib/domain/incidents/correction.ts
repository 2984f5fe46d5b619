import type { UpInterval } from "@/lib/domain/checks/availability";
import { clockTime } from "@/lib/domain/core/wording";
import { HOLD_MS } from "./flapping";
import type { ReplayedIncident } from "./replay";

/** An incident of one monitor as it is stored. Epoch milliseconds. */
export interface RecordedIncident {
  readonly id: number;
  readonly at: number;
  readonly recoveredAt: number | null;
  readonly status: "ongoing" | "recovering" | "recovered";
  /** Until when it waits for stable recovery; null while it doesn't. */
  readonly heldUntil: number | null;
  readonly up: readonly UpInterval[];
  /** A person set its times, or several monitors share it: it never moves. */
  readonly fixed: boolean;
}

/** What late results change about the incidents of a monitor. */
export type Correction =
  | { readonly kind: "add"; readonly incident: ReplayedIncident }
  | { readonly kind: "change"; readonly recorded: RecordedIncident; readonly incident: ReplayedIncident }
  | {
      readonly kind: "withdraw";
      readonly recorded: RecordedIncident;
      readonly into: ReplayedIncident | null;
    };

/**
 * Returns what makes the recorded incidents those that the rules make of all results, in the order in which it has to be done.
 * What overlaps in time is the same incident. Of several recorded ones the newest stays, because it may be open; one that people
 * were told has recovered isn't opened again: a new one takes its place, so that they hear of it. Both lists are in order of time.
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
  // What ends or goes comes first: a monitor holds one incident open at most.
  return [...withdrawn, ...kept, ...added];
}

function isSame(recorded: RecordedIncident, incident: ReplayedIncident): boolean {
  const { at, recoveredAt, status, heldUntil } = recorded;
  if (at !== incident.at || !isSameUp(recorded.up, incident.up)) return false;
  if (heldUntil !== waitsUntil(incident)) return false;
  if (recoveredAt !== null) return recoveredAt === endOf(incident);
  return incident.recoveredAt === null && status === incident.status;
}

/** Whether both say the same of when the monitor was observed up. */
export function isSameUp(a: readonly UpInterval[], b: readonly UpInterval[]): boolean {
  return a.length === b.length && a.every(({ from, to }, at) => b[at]?.from === from && b[at]?.to === to);
}

/** Until when an incident waits, or waited, for stable recovery; null when it doesn't. */
export function waitsUntil({ heldSince }: ReplayedIncident): number | null {
  return heldSince === null ? null : heldSince + HOLD_MS;
}

/** When an incident ends for the comparison: a recovery that waits counts from its start. Null while it lasts. */
export function endOf({ recoveredAt, heldSince }: ReplayedIncident): number | null {
  return recoveredAt ?? heldSince;
}

function overlaps(recorded: RecordedIncident, incident: ReplayedIncident): boolean {
  const end = recorded.recoveredAt ?? Number.POSITIVE_INFINITY;
  return recorded.at < (incident.recoveredAt ?? Number.POSITIVE_INFINITY) && incident.at < end;
}

/** Says in words which times of an incident late results moved; null when none. */
export function movedText(recorded: RecordedIncident, at: number, recoveredAt: number | null): string | null {
  const parts: string[] = [];
  if (recorded.at !== at)
    parts.push(`the incident began at ${clockTime(at)} UTC, not at ${clockTime(recorded.at)} UTC`);
  if (recorded.recoveredAt !== null && recoveredAt !== null && recorded.recoveredAt !== recoveredAt)
    parts.push(
      `the monitor recovered at ${clockTime(recoveredAt)} UTC, not at ${clockTime(recorded.recoveredAt)} UTC`,
    );
  return parts.length > 0 ? `Corrected by late results: ${parts.join(", and ")}.` : null;
}

/** Says in words why a recorded incident no longer counts. */
export function withdrawnText(recorded: RecordedIncident, into: ReplayedIncident | null): string {
  if (!into) return "Corrected by late results: they confirm no outage here, so the incident no longer counts.";
  const end =
    recorded.recoveredAt === null ? "" : ` did not end at ${clockTime(recorded.recoveredAt)} UTC and`;
  return `Corrected by late results: this outage${end} belongs to the incident that began at ${clockTime(into.at)} UTC.`;
}
