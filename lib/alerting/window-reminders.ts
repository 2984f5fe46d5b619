import { nextReminderAt } from "@/lib/domain/maintenance/reminders";
import { isoSeconds, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { eachPart, type Projects } from "@/lib/store/core/sharding/projects";
import { tx } from "@/lib/store/core/tx";
import { type DueReminder, selectDueReminders, takeReminder } from "@/lib/store/maintenance/reminders";
import { selectWindow } from "@/lib/store/maintenance/windows";
import { insertPageMails, type PageMailCause } from "@/lib/store/status-pages/mails";
import { audiencesOfWindow, planOf } from "./page-audience";

const BATCH = 50;

/**
 * Queues the due reminders of scheduled maintenance, each once: the transaction that queues the emails replaces the
 * reminder by the next one. A recurring window waits for the previous one, so that a window that repeats every few
 * hours isn't announced a day ahead. A failed reminder stays due and delays no other.
 */
export function remindOfWindows(): Promise<void> {
  return eachPart("reminders of maintenance windows", remindIn);
}

async function remindIn(projects: Projects): Promise<void> {
  let last: DueReminder | null = null;
  for (;;) {
    const due: DueReminder[] = await selectDueReminders(projects, now(), last, BATCH);
    for (const reminder of due)
      await remind(reminder).catch((error: unknown) =>
        log.error("could not send reminders about a maintenance window", { window: reminder.id, error }),
      );
    last = due.at(-1) ?? null;
    if (due.length < BATCH) return;
  }
}

async function remind(reminder: DueReminder): Promise<void> {
  const window = await selectWindow(reminder.project_id, reminder.id);
  if (!window) return;
  const { starts_at: startsAt } = window;
  const isWanted = !reminder.is_behind && startsAt > now();
  const found = isWanted ? await audiencesOfWindow(window, "reminder") : null;
  const about = `${planOf(window)}:${isoSeconds(reminder.due_at)}`;
  const cause: PageMailCause = { about, eventId: null, windowId: window.id };
  await tx(async (trx) => {
    if (
      !(await takeReminder(
        trx,
        reminder,
        found?.isPartial ? reminder.due_at : nextReminderAt(startsAt, now()),
      ))
    )
      return;
    for (const audience of found?.pages ?? []) await insertPageMails(trx, cause, audience);
  });
}
