import { log } from "@/lib/shared/log";
import { recordSteps, type StepOutcome } from "@/lib/store/retention/maintenance-steps";

const REASON_CHARS = 200;

/**
 * Runs each step in order. A failing step does not stop the others. Records the outcomes for readiness; failures within
 * `sameMissS` seconds count as one. Throws at the end with the names of the failed steps.
 */
export async function runSteps(
  of: string,
  steps: Record<string, () => Promise<unknown>>,
  sameMissS: number,
): Promise<void> {
  const outcomes: StepOutcome[] = [];
  for (const [name, run] of Object.entries(steps)) {
    try {
      await run();
      outcomes.push({ name, reason: null });
    } catch (error) {
      outcomes.push({ name, reason: reasonOf(error) });
      log.error(`a step of the ${of} failed`, { step: name, error });
    }
  }
  await recordSteps(outcomes, sameMissS).catch((error: unknown) =>
    log.error(`could not record the steps of the ${of}`, { error }),
  );
  const failed = outcomes.filter(({ reason }) => reason !== null).map(({ name }) => name);
  if (failed.length > 0) throw new Error(`Failed steps of the ${of}: ${failed.join(", ")}.`);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_CHARS);
}
