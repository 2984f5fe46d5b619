import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { selectOverdueDeliveries, selectUnfannedEvents } from "@/lib/store/alerting/delivery-reads";
import { addDeliverJob } from "@/lib/store/alerting/delivery-writes";
import { selectRateLimitedAlerts } from "@/lib/store/alerting/failover";
import { addPushJob, selectOverduePushes } from "@/lib/store/alerting/push-deliveries";
import { tx } from "@/lib/store/core/tx";
import { fanOutEvent } from "./fan-out";
import { sweepPageMails } from "./page-mails";

const OVERDUE_MS = 30_000;
const BATCH = 1000;

/**
 * Resumes work left by a killed process. Its jobs stay locked for hours, so this finds events without deliveries and
 * overdue deliveries by their rows. Safe to repeat. Returns how many were found.
 */
export async function sweepNotifications(): Promise<number> {
  const before = new Date(now().getTime() - OVERDUE_MS);
  const events = await selectUnfannedEvents(before, BATCH);
  for (const id of events) await fanOutEvent(id);
  const deliveries = [
    ...(await selectOverdueDeliveries(before, BATCH)),
    ...(await selectRateLimitedAlerts(before, BATCH)),
  ];
  const pushes = await selectOverduePushes(before, BATCH);
  if (deliveries.length + pushes.length > 0) {
    await tx(async (trx) => {
      for (const id of deliveries) await addDeliverJob(trx, id);
      for (const id of pushes) await addPushJob(trx, id);
    });
  }
  const mails = await sweepPageMails();
  const found = events.length + deliveries.length + pushes.length + mails;
  if (found > 0)
    log.info("resumed overdue notifications", {
      events: events.length,
      deliveries: deliveries.length,
      pushes: pushes.length,
      subscriber_mails: mails,
    });
  return found;
}
