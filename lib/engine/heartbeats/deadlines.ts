import { monitorsWithWaiting } from "@/lib/store/checks/heartbeat-signals";
import { dueHeartbeats } from "@/lib/store/checks/heartbeats";
import { selectReception } from "@/lib/store/checks/reception";
import { processHeartbeats, RECEPTION_MAX_MS } from "./process";

const BATCH = 1000;
/** More rounds in one minute would mean that evaluated monitors are still due. */
const ROUNDS_MAX = 1000;

/**
 * Processes signals that a stopped server left, and evaluates all heartbeats that are due. Without a server that receives signals,
 * none is missed.
 */
export async function evaluateDueHeartbeats(now: Date): Promise<void> {
  await processHeartbeats(await monitorsWithWaiting(BATCH), now.getTime());
  const { seenAt } = await selectReception();
  if (seenAt === null || seenAt < now.getTime() - RECEPTION_MAX_MS) return;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const due = await dueHeartbeats(now, BATCH);
    await processHeartbeats(due, now.getTime());
    if (due.length < BATCH) return;
  }
}
