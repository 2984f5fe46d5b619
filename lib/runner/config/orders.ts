import type { CheckResult, MonitorConfig, ProbePhase } from "@/lib/contract/checks/check";
import type { ProbeOrder } from "@/lib/contract/runners/endpoints";
import { bareResult } from "@/lib/domain/checks/bare-result";
import { type ProbeTools, runProbe } from "@/lib/probes/run-probe";
import { monotonicMs, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { BackOff, pause } from "./back-off";
import { type Control, Refused } from "./control";

const WAIT_SECONDS = 25;
const POLL_TIMEOUT_MS = (WAIT_SECONDS + 10) * 1000;
const POST_TIMEOUT_MS = 10_000;
/** Someone is waiting for the result, so it's sent again while it may still be in time. */
const SEND_AGAIN_MS = 10_000;

/**
 * Returns the result that this runner may report. A failure that may be the runner's own is inconclusive. `sinceMs`
 * is when the check started, monotonic.
 */
export type Judge = (config: MonitorConfig, found: CheckResult, sinceMs: number) => Promise<CheckResult>;

/**
 * Runs the checks that users request: takes them by long poll, runs them immediately, and reports each phase as it
 * happens.
 */
export async function followOrders(
  control: Control,
  tools: () => ProbeTools,
  signal: AbortSignal,
  judge: Judge = async (_config, found) => found,
): Promise<void> {
  const backOff = new BackOff();
  while (!signal.aborted) {
    try {
      const answer = await control.get(`/runner/probes?wait=${WAIT_SECONDS}`, POLL_TIMEOUT_MS, signal);
      if (answer.status !== 200) throw new Refused(answer);
      const { probes } = JSON.parse(answer.body) as { probes: ProbeOrder[] };
      backOff.reset();
      for (const order of probes) void carryOut(control, order, tools(), judge);
    } catch (error) {
      if (signal.aborted) return;
      log.debug("can't get requested checks from the server", { error: String(error) });
      await pause(backOff.next(error instanceof Refused ? error.askedMs : null), signal);
    }
  }
}

async function carryOut(control: Control, order: ProbeOrder, tools: ProbeTools, judge: Judge): Promise<void> {
  const path = `/runner/probes/${order.id}`;
  // One after another, so that phases arrive in order.
  let sent: Promise<unknown> = Promise.resolve();
  const send = (phase: ProbePhase) => {
    sent = sent
      .then(() => control.post(path, { phases: [phase], result: null }, POST_TIMEOUT_MS))
      .catch(() => undefined);
  };
  try {
    const sinceMs = monotonicMs();
    const found = await runProbe(order.config, order.region, now(), tools, send);
    const result = await judge(order.config, found, sinceMs);
    await sent;
    const status = await sendResult(control, path, result);
    // Without this, the user would wait for a result that the server has rejected.
    if (status === 422) await sendResult(control, path, bareResult(result));
  } catch (error) {
    log.warn("can't report a requested check", { probe: order.id, error: String(error) });
  }
}

/** Returns the response's status. Rejects when the server doesn't accept the result within ten seconds. */
async function sendResult(control: Control, path: string, result: CheckResult): Promise<number> {
  const backOff = new BackOff();
  const untilMs = monotonicMs() + SEND_AGAIN_MS;
  for (;;) {
    try {
      const answer = await control.post(path, { phases: [], result }, POST_TIMEOUT_MS);
      if (answer.status < 500 && answer.status !== 429) return answer.status;
      throw new Refused(answer);
    } catch (error) {
      if (monotonicMs() > untilMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, backOff.next()));
    }
  }
}
