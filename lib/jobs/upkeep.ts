import { announceExpiringCertificates } from "@/lib/engine/certificates";
import { housekeep, rollUp } from "@/lib/engine/rollup";
import { now } from "@/lib/shared/clock";

/** Every hour: rollups, then partitions and retention, so that nothing is dropped before it was added up; certificates that expire soon. */
export async function upkeep(): Promise<void> {
  await rollUp(now());
  await housekeep(now());
  await announceExpiringCertificates(now());
}
