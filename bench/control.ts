import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";

const LOOK_MS = 250;
const IDLE_MIN = 0.9;

/** Returns whether the cores idle while this process waits, so that neither other programs nor the hypervisor use them. */
export async function isQuiet(): Promise<boolean> {
  const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const [before, startMs] = [idleMs(), monotonicMs()];
  await wait(LOOK_MS);
  return (idleMs() - before) / ((monotonicMs() - startMs) * cpus().length) >= IDLE_MIN;
}
