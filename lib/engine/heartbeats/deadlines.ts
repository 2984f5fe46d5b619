import { monitorsWithWaiting } from "@/lib/store/checks/heartbeat-signals";
import { dueHeartbeats } from "@/lib/store/checks/heartbeats";
import { selectReception } from "@/lib/store/checks/reception";
import { eachPart } from "@/lib/store/core/sharding/projects";
import { processHeartbeats, RECEPTION_MAX_MS } from "./process";

const BATCH = 1000;
/** More rounds in one minute would mean that evaluated monitors are still due. */
const ROUNDS_MAX = 1000;

/**
 * Processes signals that a stopped server left, and evaluates all heartbeats that are due. Without a server that receives signals,
 * none is missed.
 */
export async function evaluateDueHeartbeats(now: Date): Promise<void> {
  const nowMs = now.getTime();
  const { seenAt } = await selectReception();
  const isReceiving = seenAt !== null && seenAt >= nowMs - RECEPTION_MAX_MS;
  await eachPart("heartbeats", async (projects) => {
    await processHeartbeats(await monitorsWithWaiting(projects, BATCH), nowMs);
    for (let round = 0; isReceiving && round < ROUNDS_MAX; round += 1) {
      const due = await dueHeartbeats(projects, now, BATCH);
      await processHeartbeats(due, nowMs);
      if (due.length < BATCH) return;
    }
  });
}
