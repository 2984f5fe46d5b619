import type { ResultAck, ResultBatch } from "@/lib/contract/check";
import { unauthenticated } from "@/lib/contract/errors";
import { ingest } from "@/lib/engine/ingest";
import { now } from "@/lib/shared/clock";
import { sha256 } from "@/lib/shared/secret";
import { hint } from "@/lib/store/hints";
import { isRunnerValid, leaveRunner, type RunnerRow, reportRunner, runnerByToken } from "@/lib/store/runners";

/** A runner that proved itself by its token. It is bound to its region (T47). */
export type RunnerCaller = RunnerRow;

/** The runner of a bearer token; 401 when it is unknown or revoked. */
export async function authenticateRunner(token: string | undefined): Promise<RunnerCaller> {
  const runner = token ? await runnerByToken(sha256(token)) : undefined;
  if (!runner) throw unauthenticated();
  return runner;
}

/** Throws 401 when the runner was revoked since it proved itself: what waits must not be told what happens afterwards (T47). */
export async function requireStillValid(runner: RunnerCaller): Promise<void> {
  if (!(await isRunnerValid(runner.id))) throw unauthenticated();
}

/** Takes a batch; the answer leaves after the commit. A storage error is an error, never a check result. */
export async function postResults(runner: RunnerCaller, batch: ResultBatch): Promise<ResultAck> {
  const nowMs = now().getTime();
  const sentMs = batch.sent_at ? Date.parse(batch.sent_at) : nowMs;
  // What its times are off by, and what its machine's clock is off by, which it allows for.
  const clock = {
    sent_ahead_ms: sentMs - nowMs,
    clock_ahead_ms: batch.report.clock_ahead_ms ?? sentMs - nowMs,
  };
  const { leaving, ...report } = batch.report;
  await reportRunner(runner.id, { ...report, ...clock });
  const ack = await ingest(batch.results, runner.region, nowMs, sentMs);
  if (leaving) {
    await leaveRunner(runner.id);
    hint("config", {});
  }
  return { ...ack, server_time: now().toISOString() };
}
