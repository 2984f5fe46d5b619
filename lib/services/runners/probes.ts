import { unauthenticated } from "@/lib/contract/core/errors";
import { REGION_CODES } from "@/lib/contract/core/regions";
import { ProbeOrder, type ProbeProgress } from "@/lib/contract/runners/endpoints";
import { shareOf } from "@/lib/domain/runners/assignment";
import { decryptConfig } from "@/lib/services/checks/probe-config";
import { WakeSignal } from "@/lib/services/core/wake-signal";
import { monotonicMs } from "@/lib/shared/clock";
import { progressProbe, takeProbes } from "@/lib/store/checks/probe-orders";
import { hint, listen } from "@/lib/store/core/hints";
import { runnerOutlook } from "@/lib/store/runners/outlook";
import { touchRunner } from "@/lib/store/runners/runners";
import type { RunnerCaller } from "./authenticate";
import { heardFromRunner, sharersOf } from "./sharers";

const RECHECK_MS = 5000;
const TAKE_MAX = 20;

/** Hands out requested checks of this runner's regions, each to one runner, waiting up to `waitSeconds`. */
export async function takeRunnerProbes(
  runner: RunnerCaller,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<{ probes: ProbeOrder[] }> {
  await touchRunner(runner.id);
  heardFromRunner();
  const until = monotonicMs() + waitSeconds * 1000;
  const wake = new WakeSignal();
  const stop = listen("probes", () => wake.send());
  try {
    for (;;) {
      const { isValid, alive, hasProbes } = await runnerOutlook(runner.id);
      // Checked before taking: no one would finish a probe that a revoked runner took.
      if (!isValid) throw unauthenticated();
      const { regions } = shareOf(runner, sharersOf(alive), REGION_CODES);
      // A disconnected caller must not take a probe with it.
      const mayTake = hasProbes && !signal.aborted;
      const rows = mayTake ? await takeProbes(runner.id, regions, TAKE_MAX) : [];
      const left = until - monotonicMs();
      if (rows.length > 0 || left <= 0 || signal.aborted)
        return {
          probes: ProbeOrder.array().parse(
            rows.map((row) => ({ ...row, config: decryptConfig(row.config) })),
          ),
        };
      await wake.wait(Math.min(left, RECHECK_MS), signal);
    }
  } finally {
    stop();
  }
}

/** Adds phases and the result to a probe that this runner took. Ignores a probe that is gone or belongs to another runner. */
export async function reportProbe(
  runner: RunnerCaller,
  probeId: string,
  progress: ProbeProgress,
): Promise<void> {
  const known = await progressProbe(runner.id, probeId, progress.phases, progress.result);
  if (known) hint("probes", { id: probeId });
}
