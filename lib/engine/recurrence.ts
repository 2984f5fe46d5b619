import { WINDOW_FIELDS } from "@/lib/contract/maintenance/windows";
import { occurrences, PLANNED_DAYS } from "@/lib/domain/maintenance/recurrence";
import { nextReminderAt } from "@/lib/domain/maintenance/reminders";
import { DAY_MS } from "@/lib/shared/durations";
import { eachPart } from "@/lib/store/core/sharding/projects";
import { eachApart, type Tx, tx } from "@/lib/store/core/tx";
import {
  existingMonitors,
  lockShortRecurrences,
  type RecurrenceRow,
  setPlannedUntil,
} from "@/lib/store/maintenance/recurrences";
import { insertRecurringWindow, replaceWindowMonitors } from "@/lib/store/maintenance/windows";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { scheduleWindow } from "./maintenance";

const BATCH = 50;

/**
 * Creates windows for recurrences that are planned less than 30 days ahead, one day at a time. Skips windows that already ended
 * while no server was running; one that should be in progress is created and starts immediately. Returns how many recurrences
 * were processed.
 */
export async function extendRecurrences(now: Date): Promise<number> {
  const horizon = new Date(now.getTime() + PLANNED_DAYS * DAY_MS);
  let extended = 0;
  await eachPart("recurrences", async (projects) => {
    const planned = await tx(async (trx) => {
      const short = await lockShortRecurrences(trx, projects, horizon, BATCH);
      return eachApart(trx, "recurrence", short, (row) => planRecurrence(trx, row, now));
    });
    extended += planned.length;
  });
  return extended;
}

/** Creates the windows from the planned date to one day past the horizon. */
export async function planRecurrence(trx: Tx, row: RecurrenceRow, now: Date): Promise<void> {
  const until = new Date(now.getTime() + (PLANNED_DAYS + 1) * DAY_MS);
  if (row.planned_until >= until) return;
  const lengthMs = row.duration_seconds * 1000;
  const recurrence = { rule: row.rule, timeZone: row.time_zone, firstStart: row.first_start };
  const from = new Date(Math.max(row.planned_until.getTime(), now.getTime() - lengthMs + 1));
  const monitors = await existingMonitors(trx, row.project_id, row.monitors);
  const starts = monitors.length > 0 ? occurrences(recurrence, from, until) : [];
  for (const start of starts) await makeWindow(trx, row, start, monitors, now);
  await setPlannedUntil(trx, row, until);
  if (starts.length > 0) await requestPageRender(trx, row.project_id);
}

async function makeWindow(
  trx: Tx,
  row: RecurrenceRow,
  start: Date,
  monitors: number[],
  now: Date,
): Promise<void> {
  const id = await insertRecurringWindow(trx, {
    project_id: row.project_id,
    ...WINDOW_FIELDS.of(row),
    starts_at: start,
    ends_at: new Date(start.getTime() + row.duration_seconds * 1000),
    status_pages: row.status_pages,
    tags: row.tags,
    recurrence: row.rule,
    time_zone: row.time_zone,
    recurrence_id: row.id,
    recurs_at: start,
    next_reminder_at: nextReminderAt(start, now),
  });
  if (id === null) return;
  await replaceWindowMonitors(trx, row.project_id, id, monitors);
  await scheduleWindow(trx, id, start);
}
