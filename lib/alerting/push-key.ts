import { makeVapidKey, type VapidKey } from "@/lib/notify/push/vapid";
import { present } from "@/lib/shared/assert";
import { appUrl, env } from "@/lib/shared/env";
import { seal, unseal } from "@/lib/shared/secret";
import { keepPushKey, selectPushKey } from "@/lib/store/alerting/push-keys";

const CONTEXT = "push_key";

/** The installation's key for push services: made at the first need, the same ever after. Throws when APP_SECRET is not the one it was sealed with. */
export async function pushKey(): Promise<VapidKey> {
  const stored = (await selectPushKey()) ?? (await makeKey());
  return { publicKey: stored.public_key, privateKey: openPushKey(stored) };
}

export function openPushKey(row: { private_key: Buffer }): string {
  return unseal(row.private_key, CONTEXT);
}

async function makeKey() {
  const made = makeVapidKey();
  await keepPushKey({ public_key: made.publicKey, private_key: seal(made.privateKey, CONTEXT) });
  return present(await selectPushKey(), "the key that was kept");
}

/** Where a push service finds whoever runs this installation: its public address, or that of its mail. */
export function pushContact(): string {
  if (appUrl().startsWith("https://")) return appUrl();
  const from = env().MAIL_FROM;
  return `mailto:${/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from}`;
}
