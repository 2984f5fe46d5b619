import { invalidField } from "@/lib/contract/core/errors";
import { isTimeZone } from "@/lib/contract/core/time-zone";
import { type ApplyTo, WINDOW_FIELDS } from "@/lib/contract/maintenance/windows";
import { wallOf } from "@/lib/domain/core/zone";
import {
  MAX_PLANNED,
  nextOccurrence,
  occurrences,
  PLANNED_DAYS,
  ruleFrom,
} from "@/lib/domain/maintenance/recurrence";
import { ruleProblem } from "@/lib/domain/maintenance/recurrence-rule";
import { recordDeletedWindow } from "@/lib/engine/maintenance";
import { planRecurrence } from "@/lib/engine/recurrence";
import { isoSeconds, now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { pick } from "@/lib/shared/pick";
import type { Tx } from "@/lib/store/core/tx";
import { endRecurrence, insertRecurrence, lockRecurrence } from "@/lib/store/maintenance/recurrences";
import { lockNextWindow, lockWindow, updateWindowRow, type WindowRow } from "@/lib/store/maintenance/windows";

const UTC = "UTC";

/** A recurrence as given. The zone is UTC if only a rule was given. */
export interface GivenRecurrence {
  readonly recurrence: string | null;
  readonly time_zone: string | null;
}

/** Returns the checked columns. Throws 422 if the rule or zone is invalid or the start is not one of the rule's. */
export function recurrenceColumns(given: GivenRecurrence, startsAt: Date): GivenRecurrence {
  const { recurrence: rule, time_zone: zone } = given;
  if (zone !== null && !isTimeZone(zone)) {
    throw invalidField("time_zone", `The time zone must be an IANA name such as Europe/Berlin; got ${zone}.`);
  }
  if (rule === null) return { recurrence: null, time_zone: zone };
  const problem = ruleProblem(rule);
  if (problem) throw invalidField("recurrence", problem);
  const timeZone = zone ?? UTC;
  requireOwnStart(rule, timeZone, startsAt);
  return { recurrence: rule, time_zone: timeZone };
}

function requireOwnStart(rule: string, timeZone: string, startsAt: Date): void {
  const recurrence = { rule, timeZone, firstStart: startsAt };
  const until = new Date(startsAt.getTime() + PLANNED_DAYS * DAY_MS);
  const starts = occurrences(recurrence, startsAt, until, MAX_PLANNED + 1);
  if (starts.length > MAX_PLANNED) {
    throw invalidField(
      "recurrence",
      `The recurrence may start at most ${MAX_PLANNED} times in ${PLANNED_DAYS} days; it starts more often.`,
    );
  }
  if (starts[0]?.getTime() === startsAt.getTime()) return;
  const next = nextOccurrence(recurrence, startsAt);
  const local = new Date(wallOf(startsAt.getTime(), timeZone)).toISOString().slice(0, 16).replace("T", " ");
  throw invalidField(
    "recurrence",
    next
      ? `The window must start when its recurrence does; got ${local} ${timeZone}, and the next start is ${isoSeconds(next)}.`
      : "The recurrence never starts.",
  );
}

/** Returns a window's recurrence as one that begins with this window, so that their number stays the same. */
export async function recurrenceFrom(trx: Tx, window: WindowRow): Promise<GivenRecurrence> {
  const { project_id, recurrence_id: id, recurs_at, recurrence, time_zone } = window;
  const row = id === null ? undefined : await lockRecurrence(trx, project_id, id);
  if (!row || recurrence === null || recurs_at === null) return { recurrence, time_zone };
  const { rule, time_zone: timeZone, first_start: firstStart } = row;
  return { recurrence: ruleFrom({ rule, timeZone, firstStart }, recurs_at), time_zone };
}

/** Makes the stored window the first of a new recurrence and creates the windows that follow it. */
export async function beginRecurrence(trx: Tx, projectId: number, windowId: number): Promise<void> {
  const window = await lockWindow(trx, projectId, windowId);
  if (!window?.recurrence) return;
  const row = await insertRecurrence(trx, {
    project_id: projectId,
    rule: window.recurrence,
    time_zone: window.time_zone ?? UTC,
    first_start: window.starts_at,
    duration_seconds: Math.round((window.ends_at.getTime() - window.starts_at.getTime()) / 1000),
    ...WINDOW_FIELDS.of(window),
    ...pick(window, "monitors", "status_pages", "tags"),
    planned_until: new Date(window.starts_at.getTime() + 1),
  });
  await updateWindowRow(trx, projectId, windowId, { recurrence_id: row.id, recurs_at: window.starts_at });
  await planRecurrence(trx, row, now());
}

/** Ends a window's recurrence before it and removes the window from the recurrence. */
export async function leaveRecurrence(trx: Tx, window: WindowRow): Promise<void> {
  if (window.recurrence_id === null || window.recurs_at === null) return;
  await updateWindowRow(trx, window.project_id, window.id, { recurrence_id: null, recurs_at: null });
  await endRecurrence(
    trx,
    { id: window.recurrence_id, project_id: window.project_id },
    window.recurs_at,
    window.id,
  );
}

/** Ends a window's recurrence when the window is removed or canceled together with those that follow. */
export async function endFollowing(trx: Tx, window: WindowRow, { apply_to }: ApplyTo): Promise<void> {
  if (apply_to !== "following" || window.recurrence_id === null || window.recurs_at === null) return;
  // Earlier than this one's end, subscribers aren't reminded of the next.
  const next = await lockNextWindow(trx, window, window.recurrence_id, window.recurs_at);
  if (next) await recordDeletedWindow(trx, next, now());
  await endRecurrence(
    trx,
    { id: window.recurrence_id, project_id: window.project_id },
    window.recurs_at,
    window.id,
  );
}
