import { addMailJob } from "@/lib/alerting/system-mail";
import { accountEventMessage } from "@/lib/notify/message/account-messages";
import { hasMailServer } from "@/lib/notify/transport/mail";
import { deviceWords } from "@/lib/presenters/accounts/device-words";
import { clientBucket } from "@/lib/shared/address-ranges";
import { now } from "@/lib/shared/clock";
import { isKnownDevice } from "@/lib/store/accounts/known-origins";
import type { Tx } from "@/lib/store/core/tx";
import { type Device, deviceOrigin } from "./known-origins";

interface Person {
  readonly organizationId: number;
  readonly name: string;
  readonly email: string;
}

/** Emails a person that their account changed, in case someone else did it. Without a mail server, nothing would arrive. */
export async function mailAccountEvent(
  trx: Tx,
  { organizationId, name, email }: Person,
  title: string,
  from: Partial<Pick<Device, "address" | "userAgent">> = {},
): Promise<void> {
  if (!hasMailServer()) return;
  const message = accountEventMessage({
    title,
    at: now(),
    device: from.userAgent ? deviceWords(from.userAgent) : null,
    address: from.address === undefined ? null : clientBucket(from.address),
  });
  await addMailJob(trx, { organizationId, to: [{ name, email }], message });
}

/** Emails a person about a sign-in from a browser that they haven't used before, unless it is their first. */
export async function mailNewDevice(trx: Tx, userId: number, person: Person, device: Device): Promise<void> {
  if (await isKnownDevice(trx, userId, deviceOrigin(device))) return;
  await mailAccountEvent(trx, person, "New sign-in to your account", device);
}
