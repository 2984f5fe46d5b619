import { Dispatcher } from "@/lib/alerting/dispatcher";
import { isEmbedded } from "@/lib/shared/env";
import { endAllLeases } from "@/lib/store/alerting/due-deliveries";
import { freeAllLocks } from "@/lib/store/core/queue/worker-locks";
import { type Tx, tx } from "@/lib/store/core/tx";
import { startClock } from "./cron";
import { startJobWorker } from "./job-worker";
import { supervise } from "./supervise";
import { tasks } from "./tasks";

async function endDeadWork(trx: Tx): Promise<void> {
  await freeAllLocks(trx);
  await endAllLeases(trx);
}

/**
 * Starts processing jobs, scheduling recurring ones, and dispatching notifications. `stop` waits for what is running.
 * Several processes can run one worker each. A worker that ends unasked is started again; `onGivenUp` is called if that fails
 * repeatedly.
 */
export async function startWorker(
  onGivenUp: () => void = () => undefined,
): Promise<{ stop(): Promise<void> }> {
  if (isEmbedded()) await tx(endDeadWork);
  const start = () => startJobWorker(tasks);
  const worker = await supervise({ what: "the job worker", start, onGivenUp });
  const clock = startClock();
  const dispatcher = new Dispatcher();
  dispatcher.start();
  return {
    stop: async () => {
      await Promise.all([clock.stop(), dispatcher.stop()]);
      await worker.stop();
    },
  };
}
