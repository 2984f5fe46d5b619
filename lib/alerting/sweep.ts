import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { addPushJob, selectOverduePushes } from "@/lib/store/alerting/push-deliveries";
import { tx } from "@/lib/store/core/tx";
import { sweepPageMails } from "./page-mails";

const OVERDUE_MS = 30_000;
const BATCH = 1000;

/**
 * Resumes the work of a killed process. Its jobs stay locked for hours, so this finds overdue browser notifications and
 * subscriber emails by their rows. Safe to repeat. Returns how many were found.
 */
export async function sweepNotifications(): Promise<number> {
  const before = new Date(now().getTime() - OVERDUE_MS);
  const pushes = await selectOverduePushes(before, BATCH);
  if (pushes.length > 0)
    await tx(async (trx) => {
      for (const one of pushes) await addPushJob(trx, one);
    });
  const mails = await sweepPageMails();
  if (pushes.length + mails > 0)
    log.info("resumed overdue notifications", { pushes: pushes.length, subscriber_mails: mails });
  return pushes.length + mails;
}
