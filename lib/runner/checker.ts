import type { CheckResult } from "@/lib/contract/checks/check";
import { type ProbeTools, runProbe } from "@/lib/probes/run-probe";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import type { FallbackRunner } from "./config/fallback";
import { FailureNews } from "./report/failure-news";
import { Budget } from "./schedule/budget";
import { LagMeter } from "./schedule/lag";
import { Pacer } from "./schedule/pacer";
import { type DueCheck, IDLE, type Pair, REMOVED, type Schedule } from "./schedule/schedule";
import { UnderWay } from "./schedule/under-way";
import type { WallClock } from "./schedule/wall-clock";
import type { SelfCheck } from "./self-check/self-check";

const IDLE_MS = 1000;
const LOOK_MS = 20;
const STALLED_MS = 2;

/** Runs checks on schedule: never two of a pair at once, never more than the limit, and paced after a stall. */
export class Checker {
  private running = 0;
  /** Checks without a result, including those that wait for a self-check. */
  private readonly underWay = new UnderWay<Pair>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private begun = false;
  private readonly pacer = new Pacer();
  private readonly lag = new LagMeter();
  private readonly budget = new Budget<Pair>();
  private readonly news = new FailureNews();

  constructor(
    private readonly schedule: Schedule,
    private readonly clock: WallClock,
    private readonly tools: () => ProbeTools,
    private readonly selfCheck: SelfCheck,
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

  /** Starts checking. Until then, `tick` does nothing. */
  begin(): void {
    this.begun = true;
    this.tick();
  }

  /** Starts what is due and sets the timer for what comes next. Also called after a schedule change. */
  tick(): void {
    if (this.stopped || !this.begun) return;
    clearTimeout(this.timer);
    const jumpMs = this.clock.jump();
    if (jumpMs !== 0) {
      log.warn("wall clock jumped; continuing with the next scheduled checks", { jumpMs });
      this.schedule.rebase(this.clock.read(), jumpMs);
    }
    this.selfCheck.watch(this.underWay);
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
    const { state } = pair;
    if (state.is === "running") {
      this.onResult(missed(pair, slotMs, nowMs), false);
    } else if (state.is === "queued") {
      this.onResult(missed(pair, state.slotMs, nowMs), false);
      pair.state = { is: "queued", slotMs };
    } else if (this.budget.take(pair)) void this.check(pair, slotMs);
    else pair.state = { is: "queued", slotMs };
  }

  private async check(pair: Pair, slotMs: number): Promise<void> {
    pair.state = { is: "running", slotMs };
    const startedMs = monotonicMs();
    this.underWay.begin(pair, startedMs);
    await this.probe(pair, slotMs, startedMs);
    this.underWay.end(pair);
    const next = this.budget.give(pair);
    for (let waited = next.pop(); waited; waited = next.pop()) {
      const { state } = waited;
      if (state.is === "queued" && !this.stopped) void this.check(waited, state.slotMs);
      else next.push(...this.budget.give(waited));
    }
  }

  private async probe(pair: Pair, slotMs: number, startedMs: number): Promise<void> {
    if (this.running === 0) this.lag.begin();
    this.running += 1;
    const seen = await runProbe(pair.config, pair.region, new Date(slotMs), this.tools());
    const found = this.fallback?.reportable(seen, pair.host) ?? seen;
    this.running -= 1;
    const judged = this.selfCheck.judge(pair, found, startedMs, () => this.lag.maxMs());
    if (this.running === 0) this.lag.end();
    const result = await judged;
    if (pair.state.is === "removed") return;
    pair.state = IDLE;
    if (!this.news.has(pair, found, monotonicMs())) delete result.trace;
    const isCalm = pair.isSettled && result.outcome === "up";
    pair.isSettled = result.outcome === "up";
    this.onResult(result, isCalm);
  }

  /**
   * Stops starting checks. Running ones get up to `limitMs` to finish. Checks that are still running or queued after
   * that are recorded as missed.
   */
  async stop(limitMs = 0): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const pair of this.budget.waiting()) this.giveUp(pair);
    const untilMs = monotonicMs() + limitMs;
    while (this.underWay.size > 0 && monotonicMs() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    this.lag.end();
    this.underWay.oldest((pair) => {
      this.giveUp(pair);
      return true;
    });
  }

  /**
   * Records an interrupted check as missed. An unfinished check says nothing about its target, and a later result must
   * not become a second one for the same slot.
   */
  private giveUp(pair: Pair): void {
    const { state } = pair;
    if (state.is === "queued" || state.is === "running")
      this.onResult(missed(pair, state.slotMs, this.clock.read()), false);
    pair.state = REMOVED;
  }
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
