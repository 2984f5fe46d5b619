import { announceExpiringCertificates } from "@/lib/engine/certificates";
import { housekeep, rollUp } from "@/lib/engine/rollup";
import { now } from "@/lib/shared/clock";
import { purgeAttempts } from "@/lib/store/deliveries";
import { forgetExpired } from "@/lib/store/expired-rows";
import { forgetTracesBefore } from "@/lib/store/traces";

/** Requests and answers of deliveries (api.md §5): 30 days. */
const ATTEMPTS_KEPT_MS = 30 * 24 * 3600 * 1000;
/** What a failing check showed: 30 days. */
const TRACES_KEPT_MS = 30 * 24 * 3600 * 1000;

/** Every hour: rollups, then partitions and retention, so that nothing is dropped before it was added up; certificates that expire soon. */
export async function upkeep(): Promise<void> {
  await rollUp(now());
  await housekeep(now());
  await purgeAttempts(new Date(now().getTime() - ATTEMPTS_KEPT_MS));
  await forgetTracesBefore(new Date(now().getTime() - TRACES_KEPT_MS));
  await forgetExpired();
  await announceExpiringCertificates(now());
}
