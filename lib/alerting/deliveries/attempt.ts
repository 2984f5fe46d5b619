import { type Sent, send } from "@/lib/notify/send";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { log } from "@/lib/shared/log";
import { replaceSettings } from "@/lib/store/alerting/delivery-writes";
import { openSecrets } from "../integration-secrets";
import type { ClaimedDelivery } from "./claims";
import { noticeOf } from "./delivery-notice";
import { markStepDone } from "./delivery-record";

/**
 * Attempts a claimed delivery once and returns the result. A defect (an unreadable row, a secret that can't be
 * decrypted) costs this delivery its attempts without affecting others.
 */
export async function sendClaimed({ delivery, facts }: ClaimedDelivery): Promise<Sent> {
  try {
    const secrets = openSecrets({ id: delivery.integration_id, secrets: delivery.secrets });
    const notice = await noticeOf(delivery, facts, secrets);
    if (!notice) return unsent("rejected", "There is nothing left to send.");
    const sent = await send(notice, {
      secrets: Object.values(secrets),
      privateTargets: privateTargets(),
      doneSteps: delivery.done_steps,
      onDone: (step) => markStepDone({ projectId: delivery.project_id, deliveryId: delivery.id, step }),
    });
    for (const { learned } of sent.reports) if (learned) await keepLearned(delivery, learned);
    return sent;
  } catch (error) {
    log.error("a delivery could not be built or sent", { delivery: delivery.id, error });
    return unsent("retry", "The notification couldn't be built. The server log has the reason.");
  }
}

/** Changes the integration, so that later notifications cost one request. Not if someone changed these settings meanwhile. */
async function keepLearned(
  { integration_id, settings }: ClaimedDelivery["delivery"],
  learned: Readonly<Record<string, string>>,
): Promise<void> {
  const before = Object.fromEntries(Object.keys(learned).map((name) => [name, settings[name]]));
  await replaceSettings(integration_id, before, learned).catch((error: unknown) =>
    log.warn("could not keep what a provider said about an integration", {
      integration: integration_id,
      error,
    }),
  );
}

function unsent(outcome: "retry" | "rejected", error: string): Sent {
  return { result: { outcome, error }, reports: [] };
}
