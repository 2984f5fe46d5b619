import type { FieldErrors } from "@/lib/contract/core/errors";
import { isoSeconds, yearsAfter } from "@/lib/shared/clock";
import { MINUTE_MS } from "@/lib/shared/durations";

export type WindowState = "scheduled" | "in_progress" | "completed" | "cancelled";

export interface WindowDates {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Validates a window's dates. Bounds apply only to dates in this request; the order is always checked. */
export function windowDateErrors(
  given: Partial<WindowDates>,
  whole: WindowDates,
  now: Date,
): FieldErrors | null {
  const errors: FieldErrors = {};
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const start = given.startsAt && boundProblem("start", given.startsAt, minute, now);
  if (start) errors.starts_at = [start];
  const end = given.endsAt && boundProblem("end", given.endsAt, now, now);
  if (end) errors.ends_at = [end];
  if (!end && (given.startsAt || given.endsAt) && whole.endsAt <= whole.startsAt) {
    errors[given.endsAt ? "ends_at" : "starts_at"] = [
      `The end must come after the start: ${isoSeconds(whole.endsAt)} is not after ${isoSeconds(whole.startsAt)}.`,
    ];
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

function boundProblem(what: string, date: Date, earliest: Date, now: Date): string | null {
  if (date.getTime() % MINUTE_MS !== 0) {
    return `The ${what} must be a whole minute (seconds 00); got ${isoSeconds(date)}.`;
  }
  const latest = yearsAfter(now, 1);
  if (date >= earliest && date <= latest) return null;
  return `The ${what} must be between ${isoSeconds(earliest)} and ${isoSeconds(latest)}; got ${isoSeconds(date)}.`;
}

/** Returns whether a field can still change in this state. Title, description, and tags always can. */
export function mayChange(
  field:
    | "monitoring_mode"
    | "starts_at"
    | "monitors"
    | "status_pages"
    | "ends_at"
    | "recurrence"
    | "time_zone",
  state: WindowState,
): boolean {
  if (state === "scheduled") return true;
  return state === "in_progress" && ["ends_at", "recurrence", "time_zone"].includes(field);
}

/**
 * Returns the state that a window moves to at `now`, or null if nothing is due. A window that was missed entirely is completed
 * immediately.
 */
export function dueState(
  state: WindowState,
  dates: WindowDates,
  now: Date,
): "in_progress" | "completed" | null {
  if (state === "scheduled" && dates.endsAt <= now) return "completed";
  if (state === "scheduled" && dates.startsAt <= now) return "in_progress";
  if (state === "in_progress" && dates.endsAt <= now) return "completed";
  return null;
}
