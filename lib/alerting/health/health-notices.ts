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
 * Emails owners and admins once per episode when a runner's self-check fails, a region is quarantined, or a runner is
 * silent. In the meantime, failures from there are ignored, so real outages may go unnoticed too. Returns how many
 * emails were queued.
 */
export async function sendHealthNotices(): Promise<number> {
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

/** Emails each organization that monitors from the region, or every organization if it is null. */
async function mailOwners(trx: Tx, region: string | null, message: Message): Promise<number> {
  const organizations = await organizationsWatching(trx, region);
  for (const organizationId of organizations) {
    const owners = await selectOwners(organizationId, undefined, trx);
    const to = owners.map(({ name, email }) => ({ name, email }));
    await addJob(trx, "system_mail", { organizationId, to, message }, { maxAttempts: 10 });
  }
  return organizations.length;
}
