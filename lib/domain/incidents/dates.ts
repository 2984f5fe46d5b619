import type { FieldErrors } from "@/lib/contract/core/errors";

const YEAR_MS = 366 * 24 * 3600 * 1000;
const AHEAD_MS = 10 * 60 * 1000;

/** Returns the problem with a date that must be within the last year and at most 10 minutes ahead, or null. */
export function nearDateProblem(date: Date, now: Date): string | null {
  const earliest = new Date(now.getTime() - YEAR_MS);
  const latest = new Date(now.getTime() + AHEAD_MS);
  if (date >= earliest && date <= latest) return null;
  return `The date must be within the last year and at most 10 minutes ahead (${text(earliest)} to ${text(latest)}); got ${text(date)}.`;
}

export interface IncidentDates {
  incidentAt: Date;
  recoveryAt: Date | null;
}

/** Validates an incident's dates. Bounds apply only to dates in this request. */
export function incidentDateErrors(
  given: Partial<IncidentDates>,
  whole: IncidentDates,
  now: Date,
): FieldErrors | null {
  const errors: FieldErrors = {};
  const start = given.incidentAt && nearDateProblem(given.incidentAt, now);
  if (start) errors.incident_at = [start];
  const end = given.recoveryAt && nearDateProblem(given.recoveryAt, now);
  if (end) errors.recovery_at = [end];
  if (!end && whole.recoveryAt && whole.recoveryAt <= whole.incidentAt) {
    errors[given.recoveryAt ? "recovery_at" : "incident_at"] = [
      `The recovery must come after the start of the incident: ${text(whole.recoveryAt)} is not after ${text(whole.incidentAt)}.`,
    ];
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

function text(date: Date): string {
  return date.toISOString().replace(".000Z", "Z");
}
