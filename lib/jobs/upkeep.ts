import { announceExpiringCertificates } from "@/lib/engine/certificates";
import { makeRoom } from "@/lib/engine/retention";
import { housekeep, rollUp } from "@/lib/engine/rollup";
import { encryptRequests } from "@/lib/services/monitor-request";
import { now } from "@/lib/shared/clock";
import { purgeAttempts } from "@/lib/store/deliveries";
import { forgetExpired } from "@/lib/store/expired-rows";
import { forgetTracesBefore } from "@/lib/store/traces";
import { runSteps } from "./steps";

/** Requests and answers of deliveries (api.md §5): 30 days. */
const ATTEMPTS_KEPT_MS = 30 * 24 * 3600 * 1000;
/** What a failing check showed: 30 days. */
const TRACES_KEPT_MS = 30 * 24 * 3600 * 1000;

const STEPS: Record<string, () => Promise<unknown>> = {
  storage: keepStorage,
  certificates: () => announceExpiringCertificates(now()),
  attempts: () => purgeAttempts(new Date(now().getTime() - ATTEMPTS_KEPT_MS)),
  traces: () => forgetTracesBefore(new Date(now().getTime() - TRACES_KEPT_MS)),
  expired: forgetExpired,
  requests: encryptRequests,
};

/**
 * Every hour, and when the disk becomes full: rollups and retention, certificates that expire soon, what is kept for a time. A storage that
 * can't be tidied keeps nobody from hearing of a certificate.
 */
export function upkeep(): Promise<void> {
  return runSteps("hour", STEPS);
}

/** Rollups before retention, so that nothing is dropped before it was added up. */
async function keepStorage(): Promise<void> {
  // Before anything is written, and again for the days that have just been added up.
  await makeRoom(now());
  await rollUp(now());
  await housekeep(now());
  await makeRoom(now());
}
