import { healthMessage } from "@/lib/notify/message/health-message";
import type { Message } from "@/lib/notify/message/message";
import { silenceMessage } from "@/lib/notify/message/silence-message";
import { selectOwners } from "@/lib/store/alerting/delivery-reads";
import { organizationsWatching, takeHealthNotices } from "@/lib/store/alerting/health-notices";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import { unservedRegions } from "@/lib/store/runners/runners";
import { takeSilentRunners } from "@/lib/store/runners/silence-notices";

/**
 * Tells owners and admins once an episode that a runner doubts its own network (F14), that a region is quarantined (F33), or that a runner
 * is silent: meanwhile nothing alarms falsely from there, and nobody may watch from there either. Gives how many mails were ordered.
 */
export async function tellOwnHealth(): Promise<number> {
  const unserved = await unservedRegions();
  return tx(async (trx) => {
    let ordered = 0;
    for (const notice of await takeHealthNotices(trx))
      ordered += await mailOwners(trx, notice.region, healthMessage(notice));
    for (const runner of await takeSilentRunners(trx, unserved.length > 0))
      ordered += await mailOwners(trx, runner.region, silenceMessage(runner));
    return ordered;
  });
}

/** One mail to each organization that watches from the region; from any when it is null. */
async function mailOwners(trx: Tx, region: string | null, message: Message): Promise<number> {
  const organizations = await organizationsWatching(trx, region);
  for (const organizationId of organizations) {
    const owners = await selectOwners(organizationId);
    const to = owners.map(({ name, email }) => ({ name, email }));
    await addJob(trx, "system_mail", { organizationId, to, message }, { maxAttempts: 10 });
  }
  return organizations.length;
}
