import { log } from "@/lib/shared/log";

/** Runs each step in turn: one that fails does not keep the others from running. Throws at the end, naming those that failed. */
export async function runSteps(of: string, steps: Record<string, () => Promise<unknown>>): Promise<void> {
  const failed: string[] = [];
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      failed.push(step);
      log.error(`a step of the ${of} failed`, { step, error });
    }
  }
  if (failed.length > 0) throw new Error(`Steps of the ${of} failed: ${failed.join(", ")}.`);
}
