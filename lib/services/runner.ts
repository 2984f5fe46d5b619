import type { ResultAck, ResultBatch } from "@/lib/contract/check";
import { unauthenticated } from "@/lib/contract/errors";
import { ingest } from "@/lib/engine/ingest";
import { monotonicMs, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { sha256 } from "@/lib/shared/secret";
import { hint } from "@/lib/store/hints";
import { isRunnerValid, leaveRunner, type RunnerRow, reportRunner, runnerByToken } from "@/lib/store/runners";

const TOLD_AGAIN_MS = 600_000;

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
  const { leaving, instance, ...report } = batch.report;
  const doubled = await reportRunner(runner.id, instance ?? null, { ...report, ...clock });
  if (doubled) tellDoubled(runner, doubled);
  const ack = await ingest(batch.results, runner.region, nowMs, sentMs);
  if (leaving) {
    await leaveRunner(runner.id);
    hint("config", {});
  }
  return { ...ack, server_time: now().toISOString() };
}

/** The log names both processes; the page of regions only says that there are two, since other organizations may read it. */
function tellDoubled({ id, name }: RunnerCaller, instances: readonly string[]): void {
  const told = once("runner.doubled", () => new Map<number, number>());
  const toldMs = told.get(id);
  if (toldMs !== undefined && monotonicMs() - toldMs < TOLD_AGAIN_MS) return;
  told.set(id, monotonicMs());
  const processes = instances.map((instance) => instance.slice(instance.indexOf(" ") + 1));
  log.warn("two processes use the token of one runner: targets are checked twice", {
    runner: name,
    processes,
  });
}
