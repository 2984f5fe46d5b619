import { healthMessage } from "@/lib/notify/message/health-message";
import { selectOwners } from "@/lib/store/delivery-reads";
import { organizationsWatching, takeHealthNotices } from "@/lib/store/health-notices";
import { addJob } from "@/lib/store/jobs";
import { tx } from "@/lib/store/tx";

/**
 * Tells owners and admins once an episode that a runner doubts its own network (F14) or that a region is quarantined (F33): meanwhile
 * nothing alarms falsely from there, and nobody watches from there either. Gives how many mails were ordered.
 */
export async function tellOwnHealth(): Promise<number> {
  return tx(async (trx) => {
    let ordered = 0;
    for (const notice of await takeHealthNotices(trx)) {
      for (const organizationId of await organizationsWatching(trx, notice.region)) {
        const owners = await selectOwners(organizationId);
        const to = owners.map(({ name, email }) => ({ name, email }));
        const mail = { organizationId, to, message: healthMessage(notice) };
        await addJob(trx, "system_mail", mail, { maxAttempts: 10 });
        ordered += 1;
      }
    }
    return ordered;
  });
}
