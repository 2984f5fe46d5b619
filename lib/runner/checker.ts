import type { CheckResult } from "@/lib/contract/checks/check";
import { type ProbeTools, runProbe } from "@/lib/probes/run-probe";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { storableText } from "@/lib/shared/storable-text";
import type { FallbackRunner } from "./config/fallback";
import { newsOf } from "./report/news";
import { Budget } from "./schedule/budget";
import { LagMeter } from "./schedule/lag";
import { Pacer } from "./schedule/pacer";
import type { DueCheck, Pair, Schedule } from "./schedule/schedule";
import type { WallClock } from "./schedule/wall-clock";
import type { OwnJudgement, SelfCheck } from "./self-check/judge";

const IDLE_MS = 1000;
const LOOK_MS = 20;
const STALLED_MS = 2;
/** Maximum length of an error, in characters. */
const MESSAGE_MAX = 500;

/**
 * Runs checks as scheduled: on time, never two of a pair at once, never more than the limit, and paced after a stall.
 */
export class Checker {
  private running = 0;
  /** Checks without a result, including those that wait for a self-check, with their scheduled times. */
  private readonly unfinished = new Map<Pair, number>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly pacer = new Pacer();
  private readonly lag = new LagMeter();
  private readonly budget = new Budget<Pair>();

  constructor(
    private readonly schedule: Schedule,
    private readonly clock: WallClock,
    private readonly tools: () => ProbeTools,
    private readonly own: SelfCheck,
    private readonly onResult: (result: CheckResult, isCalm: boolean) => void,
    private readonly fallback?: FallbackRunner,
  ) {}

  /** Sets how many checks may run at once. */
  set concurrency(most: number) {
    this.budget.concurrency = most;
  }

  get inFlight(): number {
    return this.running;
  }

  get lagP99Ms(): number {
    return this.lag.p99Ms();
  }

  /** Starts what is due and sets the timer for what comes next. Also called after a schedule change. */
  tick(): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    const jumpMs = this.clock.jump();
    if (jumpMs !== 0) {
      log.warn("wall clock jumped; continuing with the next scheduled checks", { jumpMs });
      this.schedule.rebase(this.clock.read(), jumpMs);
    }
    this.own.watch();
    const behind = this.startDue();
    const nextMs = this.schedule.nextDueMs();
    const waitMs = behind ? STALLED_MS : nextMs === null ? IDLE_MS : nextMs - this.clock.read();
    this.timer = setTimeout(() => this.tick(), Math.min(IDLE_MS, Math.max(1, waitMs)));
  }

  /** Returns true when the pace or the limit delays checks that are due. */
  private startDue(): boolean {
    let allowance = this.pacer.allowance(monotonicMs(), this.schedule.perSecond);
    for (;;) {
      const nowMs = this.clock.read();
      const nextMs = this.schedule.nextDueMs();
      if (nextMs === null || nextMs > nowMs) return false;
      if (allowance < 1 || this.running >= this.budget.concurrency) return true;
      const due = this.schedule.take(nowMs);
      if (!due) return false;
      allowance -= 1;
      this.pacer.take();
      for (const slotMs of due.missed) this.onResult(missed(due.pair, slotMs, nowMs), false);
      this.offer(due, nowMs);
    }
  }

  /** Starts the check or queues it. A pair that is already queued keeps only its newer slot. */
  private offer({ pair, slotMs }: DueCheck, nowMs: number): void {
    if (pair.running) {
      this.onResult(missed(pair, slotMs, nowMs), false);
    } else if (pair.held !== null) {
      this.onResult(missed(pair, pair.held, nowMs), false);
      pair.held = slotMs;
    } else if (this.budget.take(pair)) void this.check(pair, slotMs);
    else pair.held = slotMs;
  }

  private async check(pair: Pair, slotMs: number): Promise<void> {
    this.unfinished.set(pair, slotMs);
    await this.probe(pair, slotMs);
    this.unfinished.delete(pair);
    const next = this.budget.give(pair);
    for (let waited = next.pop(); waited; waited = next.pop()) {
      const { held } = waited;
      waited.held = null;
      if (waited.gone || held === null || this.stopped) next.push(...this.budget.give(waited));
      else void this.check(waited, held);
    }
  }

  private async probe(pair: Pair, slotMs: number): Promise<void> {
    pair.running = true;
    this.own.began(pair);
    if (this.running === 0) this.lag.begin();
    this.running += 1;
    const found = await runProbe(pair.config, pair.region, new Date(slotMs), this.tools());
    const result = this.fallback?.reportable(found, pair.host) ?? found;
    this.running -= 1;
    const verdict = this.own.isSure(pair, result)
      ? null
      : this.own.judge(pair, result, () => this.lag.maxMs());
    if (this.running === 0) this.lag.end();
    const judgement = verdict && (await verdict);
    pair.running = false;
    if (pair.gone) return;
    const { isNews, shown } = newsOf(result, pair.shown, monotonicMs());
    pair.shown = shown;
    if (!isNews) delete result.trace;
    const isCalm = pair.isSettled && result.outcome === "up";
    pair.isSettled = result.outcome === "up";
    this.onResult(judgement === null ? result : judged(result, judgement), isCalm);
  }

  /**
   * Starts no more checks. Running ones get up to `limitMs` to finish. Checks that are then still running or queued
   * are recorded as missed.
   */
  async stop(limitMs = 0): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const pair of this.budget.waiting()) this.giveUp(pair, pair.held);
    const untilMs = monotonicMs() + limitMs;
    while (this.unfinished.size > 0 && monotonicMs() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    this.lag.end();
    for (const [pair, slotMs] of this.unfinished) this.giveUp(pair, slotMs);
  }

  /**
   * Records an interrupted check as missed. What it saw so far says nothing about its target, and a later result must
   * not become a second one for its slot.
   */
  private giveUp(pair: Pair, slotMs: number | null): void {
    if (!pair.gone && slotMs !== null) this.onResult(missed(pair, slotMs, this.clock.read()), false);
    pair.held = null;
    if (this.unfinished.has(pair)) pair.gone = true;
  }
}

/**
 * Makes a result inconclusive when the failure may be the runner's own. Otherwise adds how the runner ruled itself
 * out, if it had to.
 */
function judged(result: CheckResult, { doubt, evidence }: OwnJudgement): CheckResult {
  if (doubt !== null) return doubted(result, doubt);
  if (evidence === null || result.error === null) return result;
  const message = `${result.error.message} (the runner's name servers work; ${evidence})`;
  return { ...result, error: { ...result.error, message: storableText(message, MESSAGE_MAX) } };
}

/** Makes a failure that this machine may have caused inconclusive, keeping what was seen. */
export function doubted(result: CheckResult, reason: string): CheckResult {
  const code = reason.startsWith("the runner was overloaded") ? "runner_overloaded" : "runner_offline";
  return {
    ...result,
    outcome: "inconclusive",
    error: {
      code,
      message: storableText(`${reason}; the check saw: ${result.error?.message ?? ""}`, MESSAGE_MAX),
    },
  };
}

function missed(pair: Pair, slotMs: number, nowMs: number): CheckResult {
  return {
    monitor: pair.config.id,
    region: pair.region,
    config_version: pair.config.config_version,
    scheduled_at: new Date(slotMs).toISOString(),
    started_at: new Date(nowMs).toISOString(),
    outcome: "missed",
    status_code: null,
    error: null,
    timings: {
      total: null,
      dns: null,
      connect: null,
      tls: null,
      send: null,
      first_byte: null,
      transfer: null,
    },
    remote_address: null,
    assertions: [],
    warnings: [],
    certificate: null,
    redirects: [],
  };
}
