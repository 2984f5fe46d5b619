import type { Sent } from "@/lib/notify/send";
import { monotonicMs } from "@/lib/shared/clock";
import { selectFollowers } from "@/lib/store/alerting/due-deliveries";
import { type ClaimedDelivery, claim, sendAndRecord } from "./deliver";
import { awaitsLimit, type Known, loadDue, suppressionOf, wantsEveryEvent } from "./due";

/** How many are read at once. */
const AT_ONCE = 24;
/** How long they may be sent by what was read. */
const FRESH_MS = 2000;

/**
 * Sends the notifications of an incident that follow one that was sent, in order, as long as each is delivered. Only for apps that
 * want every event: each of the thousand notifications of a mass outage waits for the one before, and would have to be found and
 * read by itself. Ends at the first that isn't simply sent. The dispatcher finds that one when its turn has come.
 */
export async function sendFollowers(
  first: ClaimedDelivery,
  sentFirst: Sent,
  isStopped: () => boolean,
): Promise<void> {
  let [last, sent] = [first, sentFirst];
  for (;;) {
    const followers = isDelivered(sent) && !isStopped() ? await followersOf(last) : [];
    if (followers.length === 0) return;
    const untilMs = monotonicMs() + FRESH_MS;
    for (const known of followers) {
      if (isStopped() || !isDelivered(sent) || monotonicMs() > untilMs) break;
      const [claimed] = await claim([known.delivery.project_id], [known]);
      if (!claimed) return;
      sent = await sendAndRecord(claimed, isStopped);
      last = claimed;
    }
  }
}

function isDelivered({ result, isPartlyDelivered }: Sent): boolean {
  return result.outcome === "delivered" && !isPartlyDelivered;
}

async function followersOf({ delivery }: Known): Promise<Known[]> {
  if (!isPlain(delivery) || !wantsEveryEvent(delivery)) return [];
  const ids = await selectFollowers(delivery, AT_ONCE);
  const loaded = ids.length > 0 ? await loadDue([delivery.project_id], ids) : [];
  const end = ids.findIndex((id, at) => !isNext(loaded[at], id));
  return end === -1 ? loaded : loaded.slice(0, end);
}

/** Returns whether it is the expected one, and is sent as soon as nothing blocks it. */
function isNext(known: Known | undefined, id: number): boolean {
  if (known?.delivery.id !== id || known.delivery.awaits_event || !isPlain(known.delivery)) return false;
  return !awaitsLimit(known.delivery) && suppressionOf(known) === null;
}

/** Returns whether it belongs to an incident and no limit applies to it. */
function isPlain(delivery: Known["delivery"]): boolean {
  const { incident_id: incident, is_test, is_resend, rate_limit_minutes: minutes } = delivery;
  const isLimited = minutes > 0 || delivery.is_draining || delivery.rate_limited_until !== null;
  return incident !== null && !is_test && !is_resend && !isLimited;
}
