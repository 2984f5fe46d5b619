import { recordPush } from "@/lib/alerting/deliver-push";
import { encryptAddress, endpointHash, openAddress, pushContact, pushKey } from "@/lib/alerting/push-secrets";
import type { PushDevice, PushKey, PushTest, Subscribe } from "@/lib/contract/alerting/push-devices";
import { found, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { testMessage } from "@/lib/notify/message/compose";
import { isPoint } from "@/lib/notify/push/encrypt";
import { notificationOf } from "@/lib/notify/push/notification";
import { sendPush } from "@/lib/notify/push/send-push";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { personOf } from "@/lib/services/accounts/sessions";
import { audit } from "@/lib/services/core/audit";
import type { Caller } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { countUrls, requireReachableUrl } from "@/lib/services/monitors/target";
import { isoSeconds, now } from "@/lib/shared/clock";
import {
  countSubscriptions,
  deleteSubscription,
  type PushSubscriptionRow,
  selectSubscription,
  selectSubscriptions,
  upsertSubscription,
} from "@/lib/store/alerting/push-subscriptions";
import { type Tx, tx } from "@/lib/store/core/tx";

const DEVICES_MAX = 20;
/** A person waits for the response. */
const TEST_TIMEOUT_MS = 10_000;

export async function getPushKey(caller: Caller): Promise<PushKey> {
  personOf(caller);
  const { publicKey } = await pushKey();
  return { public_key: publicKey };
}

export async function listPushDevices(caller: Caller, page: Page): Promise<Listed<PushDevice>> {
  return itemsOf(selectSubscriptions(personOf(caller), page), toDevice);
}

/**
 * Adds or renews the caller's browser. Throws 422 for invalid keys, an endpoint at a forbidden address, and above 20 browsers
 * per person.
 */
export async function addPushDevice(
  caller: Caller,
  input: Subscribe,
  userAgent: string | null,
): Promise<PushDevice> {
  const userId = personOf(caller);
  const { endpoint, keys } = input;
  if (!isPoint(Buffer.from(keys.p256dh, "base64url")))
    throw invalidField("keys.p256dh", "The keys.p256dh must be a point on the P-256 curve.");
  requireReachableUrl("endpoint", endpoint);
  return tx(async (trx) => {
    if (caller.projectId !== null) await countUrls(trx, caller.projectId, [endpoint]);
    const count = await countSubscriptions(trx, userId);
    const row = await upsertSubscription(trx, {
      user_id: userId,
      endpoint_hash: endpointHash(endpoint),
      service: new URL(endpoint).host,
      secrets: encryptAddress({ endpoint, ...keys }),
      user_agent: userAgent?.slice(0, 500) ?? null,
    });
    if (row.isNew && count >= DEVICES_MAX)
      throw invalidField(
        "endpoint",
        `Notifications are on in ${DEVICES_MAX} browsers, the maximum. Turn them off in one first.`,
      );
    if (row.isNew) await auditDevice(trx, caller, "user.device_added", row.service);
    return toDevice(row);
  });
}

export async function removePushDevice(caller: Caller, deviceId: number): Promise<void> {
  const userId = personOf(caller);
  await tx(async (trx) => {
    if (!(await deleteSubscription(trx, userId, deviceId))) throw recordNotFound();
    await auditDevice(trx, caller, "user.device_removed");
  });
}

/** Sends a real notification now and returns the push service's response. */
export async function testPushDevice(caller: Caller, deviceId: number): Promise<PushTest> {
  const row = found(await selectSubscription(personOf(caller), deviceId));
  const message = {
    ...testMessage("this browser"),
    lines: ["You'll receive the incidents of your projects here."],
  };
  const notification = notificationOf(message, { tag: "test", projectId: null, at: now() });
  const result = await sendPush(notification, openAddress(row), {
    key: await pushKey(),
    contact: pushContact(),
    privateTargets: privateTargets(),
    timeoutMs: TEST_TIMEOUT_MS,
  });
  await tx((trx) => recordPush(trx, row.id, result));
  return { outcome: result.outcome, reason: result.error };
}

function auditDevice(trx: Tx, caller: Caller, action: string, service?: string): Promise<void> {
  return audit(trx, caller, action, { type: "user", id: personOf(caller) }, service ? { service } : {});
}

function toDevice(row: PushSubscriptionRow): PushDevice {
  return {
    id: row.id,
    fingerprint: row.endpoint_hash.toString("base64url"),
    service: row.service,
    user_agent: row.user_agent,
    created_at: isoSeconds(row.created_at),
    last_success_at: row.last_success_at && isoSeconds(row.last_success_at),
    last_failure_at: row.last_failure_at && isoSeconds(row.last_failure_at),
    last_failure: row.last_failure,
  };
}
