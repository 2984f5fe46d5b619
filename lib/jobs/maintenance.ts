import { advanceWindows } from "@/lib/engine/maintenance";
import { now } from "@/lib/shared/clock";

/** Begins and ends maintenance windows that are due; a job per window comes at its date, to the second. */
export async function maintenance(): Promise<void> {
  await advanceWindows(now());
}
