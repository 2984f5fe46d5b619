import { announceExpiringCertificates } from "@/lib/engine/certificates";
import { now } from "@/lib/shared/clock";

/** Certificates whose days have come by a rule that was made or changed just now; by the clock they are looked at every hour. */
export async function certificatesJob(): Promise<void> {
  await announceExpiringCertificates(now());
}
