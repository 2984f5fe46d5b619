import { type CheckResult, NO_TIMINGS } from "@/lib/contract/checks/check";
import { scheduledTime } from "@/lib/domain/checks/slot";
import { type ProbeTools, runProbe } from "@/lib/probes/run-probe";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import type { FallbackRunner } from "./config/fallback";
import type { Urgency } from "./report/reporter";
import { Budget } from "./schedule/budget";
import { InFlight } from "./schedule/in-flight";
import { LagMeter } from "./schedule/lag";
import { Pacer } from "./schedule/pacer";
import { type DueCheck, IDLE, type MonitorRegion, REMOVED, type Schedule } from "./schedule/schedule";
import type { WallClock } from "./schedule/wall-clock";
import type { SelfCheck } from "./self-check/self-check";

const IDLE_MS = 1000;
const LOOK_MS = 20;
const STALLED_MS = 2;

/** Runs checks on schedule: never two of a monitor in a region at once, never more than the limit, and paced after a stall. */
export class Checker {
  private running = 0;
  /** Checks without a result, including those that wait for a self-check. */
  private readonly checks = new InFlight<MonitorRegion>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private begun = false;
  private readonly pacer = new Pacer();
  private readonly lag = new LagMeter();
  private readonly budget = new Budget<MonitorRegion>();
  private readonly news = new FailureNews();

  constructor(
    private readonly schedule: Schedule,
    private readonly clock: WallClock,
    private readonly tools: () => ProbeTools,
    private readonly selfCheck: SelfCheck,
    private readonly onResult: (result: CheckResult, urgency: Urgency) => void,
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
    this.selfCheck.watch(this.checks);
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
      for (const slotMs of due.missed) this.onResult(missed(due.monitorRegion, slotMs, nowMs), "known");
      this.offer(due, nowMs);
    }
  }

  /** Starts the check or queues it. A monitor region that is already queued keeps only its newer slot. */
  private offer({ monitorRegion, slotMs }: DueCheck, nowMs: number): void {
    const { state } = monitorRegion;
    if (state.is === "running") {
      this.onResult(missed(monitorRegion, slotMs, nowMs), "known");
    } else if (state.is === "queued") {
      this.onResult(missed(monitorRegion, state.slotMs, nowMs), "known");
      monitorRegion.state = { is: "queued", slotMs };
    } else if (this.budget.take(monitorRegion)) void this.check(monitorRegion, slotMs);
    else monitorRegion.state = { is: "queued", slotMs };
  }

  private async check(monitorRegion: MonitorRegion, dueMs: number): Promise<void> {
    const slotMs = scheduledTime(dueMs, this.clock.read());
    monitorRegion.state = { is: "running", slotMs };
    const startedMs = monotonicMs();
    this.checks.begin(monitorRegion, startedMs);
    await this.probe(monitorRegion, slotMs, startedMs);
    this.checks.end(monitorRegion);
    const next = this.budget.give(monitorRegion);
    for (let waited = next.pop(); waited; waited = next.pop()) {
      const { state } = waited;
      if (state.is === "queued" && !this.stopped) void this.check(waited, state.slotMs);
      else next.push(...this.budget.give(waited));
    }
  }

  private async probe(monitorRegion: MonitorRegion, slotMs: number, startedMs: number): Promise<void> {
    if (this.running === 0) this.lag.begin();
    this.running += 1;
    const seen = await runProbe(monitorRegion.config, monitorRegion.region, new Date(slotMs), this.tools());
    const found = this.fallback?.reportable(seen, monitorRegion.host) ?? seen;
    this.running -= 1;
    const judged = this.selfCheck.judge(monitorRegion, found, startedMs, () => this.lag.maxMs());
    if (this.running === 0) this.lag.end();
    const result = await judged;
    if (monitorRegion.state.is === "removed") return;
    monitorRegion.state = IDLE;
    if (!this.news.has(monitorRegion, found, monotonicMs())) delete result.trace;
    const { settled } = monitorRegion;
    monitorRegion.settled = result.outcome;
    if (settled !== result.outcome) this.onResult(result, "news");
    else this.onResult(result, settled === "up" ? "calm" : "known");
  }

  /**
   * Stops starting checks. Running ones get up to `limitMs` to finish. Checks that are still running or queued after
   * that are recorded as missed.
   */
  async stop(limitMs = 0): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const monitorRegion of this.budget.waiting()) this.giveUp(monitorRegion);
    const untilMs = monotonicMs() + limitMs;
    while (this.checks.size > 0 && monotonicMs() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    this.lag.end();
    this.checks.oldest((monitorRegion) => {
      this.giveUp(monitorRegion);
      return true;
    });
  }

  /**
   * Records an interrupted check as missed. An unfinished check says nothing about its target, and a later result must
   * not become a second one for the same slot.
   */
  private giveUp(monitorRegion: MonitorRegion): void {
    const { state } = monitorRegion;
    if (state.is === "queued" || state.is === "running")
      this.onResult(missed(monitorRegion, state.slotMs, this.clock.read()), "known");
    monitorRegion.state = REMOVED;
  }
}

function missed(monitorRegion: MonitorRegion, slotMs: number, nowMs: number): CheckResult {
  return {
    monitor: monitorRegion.config.id,
    region: monitorRegion.region,
    config_version: monitorRegion.config.config_version,
    scheduled_at: new Date(slotMs).toISOString(),
    started_at: new Date(nowMs).toISOString(),
    outcome: "missed",
    status_code: null,
    error: null,
    timings: NO_TIMINGS,
    remote_address: null,
    assertions: [],
    warnings: [],
    certificate: null,
    redirects: [],
  };
}

const AGAIN_MS = 3600_000;

/**
 * Decides whether a result includes its request and response: when a failure differs from the previous one, and once an
 * hour while it lasts. Otherwise, an outage of many monitors would fill the spool with the same page.
 */
export class FailureNews {
  /** The last failure of each subject that was sent with its request and response, until the next success. */
  private readonly sent = new WeakMap<object, { readonly what: string; readonly atMs: number }>();

  has(subject: object, result: CheckResult, nowMs: number): boolean {
    if (result.outcome === "up") this.sent.delete(subject);
    // An inconclusive check between two equal failures doesn't make the second one worth sending.
    if (result.outcome === "up" || !result.trace) return false;
    const before = this.sent.get(subject);
    const what = `${result.error?.code} ${result.status_code}`;
    if (before?.what === what && nowMs - before.atMs < AGAIN_MS) return false;
    this.sent.set(subject, { what, atMs: nowMs });
    return true;
  }
}
