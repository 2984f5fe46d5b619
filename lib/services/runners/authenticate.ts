import type { CheckResult, ResultAck, ResultBatch } from "@/lib/contract/checks/check";
import { unauthenticated } from "@/lib/contract/core/errors";
import { leadOf } from "@/lib/domain/checks/result-times";
import { isOwnCheck } from "@/lib/domain/runners/assignment";
import { ingest } from "@/lib/engine/ingest";
import { monotonicMs, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { pick } from "@/lib/shared/pick";
import { sha256 } from "@/lib/shared/secret";
import { hint } from "@/lib/store/core/hints";
import {
  isRunnerValid,
  leaveRunner,
  presentRunners,
  type RunnerRow,
  reportRunner,
  runnerByToken,
} from "@/lib/store/runners/runners";
import { heardFromRunner } from "./sharers";

const WARN_AGAIN_MS = 600_000;

/** A runner authenticated by its token. It is bound to its region. */
export type RunnerCaller = RunnerRow;

/** Returns the runner of a bearer token. Throws 401 if it is unknown or revoked. */
export async function authenticateRunner(token: string | undefined): Promise<RunnerCaller> {
  const runner = token ? await runnerByToken(sha256(token)) : undefined;
  if (!runner) throw unauthenticated();
  return runner;
}

/** Throws 401 if the runner was revoked after it authenticated, so that a waiting request reveals nothing that happens afterward. */
export async function requireStillValid(runner: RunnerCaller): Promise<void> {
  if (!(await isRunnerValid(runner.id))) throw unauthenticated();
}

/** Stores a batch and responds after the commit. A storage error is an error, never a check result. */
export async function postResults(runner: RunnerCaller, batch: ResultBatch): Promise<ResultAck> {
  const nowMs = now().getTime();
  const sentMs = Date.parse(batch.sent_at);
  const { leaving, instance, ...report } = batch.report;
  const doubled = await reportRunner(runner.id, instance, { ...report, sent_ahead_ms: sentMs - nowMs });
  heardFromRunner();
  if (doubled) warnOfDouble(runner, doubled);
  const own = await ownResults(runner, batch.results, { nowMs, leadMs: leadOf(sentMs, nowMs) });
  const ack = await ingest(own, runner.region, nowMs, sentMs);
  if (leaving) {
    await leaveRunner(runner.id);
    hint("config", {});
  }
  return {
    ...ack,
    accepted: batch.results.length,
    refused: batch.results.length - own.length,
    server_time: now().toISOString(),
  };
}

/** Drops results from the batch whose monitor and region were never handed to the runner, or served by another live one when due. */
async function ownResults(
  runner: RunnerCaller,
  results: readonly CheckResult[],
  { nowMs, leadMs }: { nowMs: number; leadMs: number },
): Promise<readonly CheckResult[]> {
  if (results.length === 0) return results;
  const present = await presentRunners(runner);
  const isOwn = ({ monitor, region, scheduled_at }: CheckResult) =>
    isOwnCheck(runner, { monitor, region, scheduledAt: Date.parse(scheduled_at) - leadMs }, present, nowMs);
  const foreign = results.find((result) => !isOwn(result));
  if (!foreign) return results;
  const own = results.filter(isOwn);
  if (isDue("runner.foreign", runner.id))
    log.warn("refused results of monitors that another runner serves", {
      runner: runner.id,
      name: runner.name,
      refused: results.length - own.length,
      ...pick(foreign, "monitor", "region", "scheduled_at"),
    });
  return own;
}

/** Logs both processes. The Regions page says only that there are two, because other organizations may read it. */
function warnOfDouble({ id, name }: RunnerCaller, instances: readonly string[]): void {
  if (!isDue("runner.doubled", id)) return;
  const processes = instances.map((instance) => instance.slice(instance.indexOf(" ") + 1));
  log.warn("two processes use the same runner token, so monitors are checked twice", {
    runner: name,
    processes,
  });
}

/** Returns whether the last warning of this kind about this runner is at least ten minutes old, and records this one. */
function isDue(kind: string, runnerId: number): boolean {
  const warned = once(kind, () => new Map<number, number>());
  const warnedMs = warned.get(runnerId);
  if (warnedMs !== undefined && monotonicMs() - warnedMs < WARN_AGAIN_MS) return false;
  warned.set(runnerId, monotonicMs());
  return true;
}
