import { announceExpiringCertificates } from "@/lib/engine/certificates";
import { makeRoom } from "@/lib/engine/retention";
import { housekeep, rollUp } from "@/lib/engine/rollup";
import { now } from "@/lib/shared/clock";
import { purgeAttempts } from "@/lib/store/deliveries";
import { forgetExpired } from "@/lib/store/expired-rows";
import { forgetTracesBefore } from "@/lib/store/traces";

/** Requests and answers of deliveries (api.md §5): 30 days. */
const ATTEMPTS_KEPT_MS = 30 * 24 * 3600 * 1000;
/** What a failing check showed: 30 days. */
const TRACES_KEPT_MS = 30 * 24 * 3600 * 1000;

/** Every hour, and when the disk becomes full: rollups, then partitions and retention, so that nothing is dropped before it was added up; certificates that expire soon. */
export async function upkeep(): Promise<void> {
  // Before anything is written, and again for the days that have just been added up.
  await makeRoom(now());
  await rollUp(now());
  await housekeep(now());
  await makeRoom(now());
  await purgeAttempts(new Date(now().getTime() - ATTEMPTS_KEPT_MS));
  await forgetTracesBefore(new Date(now().getTime() - TRACES_KEPT_MS));
  await forgetExpired();
  await announceExpiringCertificates(now());
}
