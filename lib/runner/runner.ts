import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import path from "node:path";
import type { MonitorConfig, ResultAck, ResultBatch, RunnerConfig } from "@/lib/contract/checks/check";
import type { ConnectivityCheck } from "@/lib/probes/net/connectivity-check";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import type { ProbeTools } from "@/lib/probes/run-probe";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { Checker } from "./checker";
import { Control } from "./config/control";
import { FallbackRunner } from "./config/fallback";
import { followOrders, type Judge } from "./config/orders";
import { LAST_CHECKS_MS, SUBMIT_MS } from "./config/process";
import { checkedFrom } from "./config/snapshot-age";
import { ConfigSync } from "./config/sync";
import { Reporter } from "./report/reporter";
import { Spool } from "./report/spool";
import { hostOf, type MonitorRegion, Schedule } from "./schedule/schedule";
import { ServerTime } from "./schedule/server-time";
import { WallClock } from "./schedule/wall-clock";
import { NameServers } from "./self-check/name-servers";
import { NetworkCheck } from "./self-check/network-check";
import { SelfCheck } from "./self-check/self-check";

const KEEP_CONFIG_MS = 5000;
const INSTANCE_MAX = 200;
/** Without an answer from the server for this long, a starting runner checks by its machine's clock. */
const FIRST_ANSWER_MS = 3000;

export interface RunnerOptions {
  readonly controlUrl: string;
  readonly token: string;
  readonly dataDir: string;
  /** Addresses whose answers prove that this machine's network works. */
  readonly connectivityChecks: readonly ConnectivityCheck[];
  /** Names whose answers prove that this machine's name servers work. */
  readonly knownNames: readonly string[];
  /** How long to wait for the server's first answer before checking by this machine's clock. */
  readonly firstAnswerMs?: number;
}

/** The runner: follows the configuration, checks on schedule, sends results, and runs requested checks. */
export class Runner {
  private readonly time: ServerTime;
  private readonly clock: WallClock;
  private readonly schedule = new Schedule();
  private readonly control: Control;
  private readonly checker: Checker;
  private readonly reporter: Reporter;
  private readonly sync: ConfigSync;
  /** Ends the loops that talk to the server. */
  private link = new AbortController();
  private isStopping = false;
  private readonly resolver = new NameResolver();
  private readonly fallback = new FallbackRunner(this.resolver);
  private readonly selfCheck: SelfCheck;
  private tools: ProbeTools = { policy: policyFrom([]), resolver: this.resolver, userAgent: "Vedette" };
  /** Identifies this start, so that the server can tell two runners with one token from one that restarted. */
  private readonly instance = `${randomUUID()} process ${process.pid} on ${hostname()}`.slice(
    0,
    INSTANCE_MAX,
  );
  private known: RunnerConfig | null = null;
  private onConfigured: () => void = () => undefined;
  private readonly configured = new Promise<void>((resolve) => {
    this.onConfigured = resolve;
  });
  /** Whether the server's own configuration has arrived since the start. */
  private isServed = false;
  private unkept = false;
  private isLeaving = false;
  private keeping: Promise<void> = Promise.resolve();
  private keepTimer: NodeJS.Timeout | undefined;
  private work: Promise<unknown> = Promise.resolve();
  private readonly firstAnswerMs: number;

  constructor(options: RunnerOptions) {
    this.firstAnswerMs = options.firstAnswerMs ?? FIRST_ANSWER_MS;
    this.time = ServerTime.keptIn(path.join(options.dataDir, "server-time"));
    // Contacts the server immediately after this clock or the reference clock jumps.
    const onJump = () => this.reporter.callNow();
    this.clock = new WallClock(() => this.time.readMs(), monotonicMs, onJump);
    this.control = new Control(options.controlUrl, options.token);
    const spool = new Spool(path.join(options.dataDir, "spool"));
    this.selfCheck = new SelfCheck({
      network: new NetworkCheck({
        checks: options.connectivityChecks,
        file: path.join(options.dataDir, "connectivity-checks.json"),
      }),
      names: new NameServers({
        knownNames: options.knownNames,
        file: path.join(options.dataDir, "known-names.json"),
        controlHost: new URL(options.controlUrl).hostname,
      }),
      resolver: this.resolver,
      onRecovered: (affected) => this.checkAtOnce(affected),
      onPingChange: () => this.reporter.callNow(),
    });
    this.checker = new Checker(
      this.schedule,
      this.clock,
      () => this.tools,
      this.selfCheck,
      (result, urgency) => {
        this.reporter.add(result, urgency);
        const { monitor, region, scheduled_at, started_at, outcome } = result;
        log.debug("result created", { monitor, region, scheduled_at, started_at, outcome });
      },
      this.fallback,
    );
    this.reporter = new Reporter(
      this.control,
      spool,
      () => this.report(),
      (ack, tookMs) => this.acknowledged(ack, tookMs),
      () => this.clock.read(),
    );
    this.sync = new ConfigSync(this.control, path.join(options.dataDir, "config.json"), {
      replace: (config, isKept, ageMs) => this.replace(config, isKept, ageMs),
      change: (config) => this.change(config),
      forget: () => this.forget(),
    });
  }

  start(): void {
    this.time.keep();
    this.sync.restore();
    this.selfCheck.start();
    this.reporter.callNow();
    this.connect();
    // A machine may start with a wrong clock, which would date the results of its first seconds wrongly.
    void this.time.known(this.firstAnswerMs).then(() => this.checker.begin());
  }

  /** Switches to another server that took over the runner. Pending retries go there immediately. */
  moveTo(controlUrl: string): void {
    if (this.isStopping) return;
    this.control.moveTo(controlUrl);
    this.link.abort();
    this.link = new AbortController();
    this.connect();
  }

  private connect(): void {
    const { signal } = this.link;
    this.work = Promise.all([
      this.work,
      this.sync.follow(signal),
      this.reporter.run(signal),
      this.followOrdersOnceConfigured(signal),
    ]);
  }

  /** Stops checking, lets running checks finish within `lastChecksMs`, and sends the results or keeps them on disk. */
  async stop(lastChecksMs = LAST_CHECKS_MS): Promise<void> {
    await this.checker.stop(lastChecksMs);
    this.selfCheck.stop();
    clearTimeout(this.keepTimer);
    this.isStopping = true;
    this.link.abort();
    this.onConfigured();
    await this.work;
    await this.keepConfig();
    await Promise.race([this.submitRest(), new Promise((resolve) => setTimeout(resolve, SUBMIT_MS))]);
    this.control.close();
    this.time.release();
  }

  /** Sends the remaining results, then reports the end, so that the region's other runners continue immediately. */
  private async submitRest(): Promise<void> {
    if (!(await this.reporter.finish())) return;
    this.isLeaving = true;
    await this.reporter.farewell();
  }

  /** Waits for the first configuration, because without its address policy every requested check would be refused. */
  private async followOrdersOnceConfigured(signal: AbortSignal): Promise<void> {
    await this.configured;
    if (!signal.aborted) await followOrders(this.control, () => this.tools, signal, this.judge);
  }

  private readonly judge: Judge = async (config, found, sinceMs) => {
    const result = this.fallback.reportable(found, hostOf(config));
    return this.selfCheck.judgeRequested(config, result, sinceMs);
  };

  private replace(config: RunnerConfig, isKept: boolean, ageMs: number): void {
    const asOfMs = checkedFrom(isKept ? {} : config, this.clock.read() - ageMs);
    // Its own checks may be in progress, and the server requests rechecks in response to their results.
    const own = new Set(this.isServed ? this.schedule.ids() : []);
    const fresh = new Set(config.monitors.map(({ id }) => id));
    for (const id of this.schedule.ids()) if (!fresh.has(id)) this.schedule.remove(id);
    const mayBeNew = ({ never_checked: isUnchecked }: MonitorConfig) => !isKept && isUnchecked === true;
    for (const monitor of config.monitors) this.put(monitor, asOfMs, mayBeNew(monitor));
    const rechecks = isKept ? [] : (config.rechecks ?? []).filter(({ monitor }) => !own.has(monitor));
    this.recheckSoon(rechecks, asOfMs);
    this.isServed ||= !isKept;
    this.known = { ...config, rechecks: undefined, as_of: undefined };
    this.applied(config);
  }

  private change(config: RunnerConfig): void {
    const monitors = new Map((this.known?.monitors ?? []).map((monitor) => [monitor.id, monitor]));
    for (const id of config.removed) {
      this.schedule.remove(id);
      monitors.delete(id);
    }
    for (const monitor of config.monitors) {
      this.put(monitor, this.clock.read(), true);
      monitors.set(monitor.id, monitor);
    }
    this.known = { ...config, snapshot: true, monitors: [...monitors.values()], removed: [] };
    this.applied(config);
  }

  private forget(): void {
    for (const id of this.schedule.ids()) this.schedule.remove(id);
    [this.known, this.unkept] = [null, false];
  }

  /** Adds or changes a monitor. A new one is checked immediately; within a snapshot, only one that was just created. */
  private put(monitor: MonitorConfig, nowMs: number, mayBeNew: boolean): void {
    this.schedule.set(monitor, nowMs, mayBeNew && !this.schedule.has(monitor.id));
  }

  private applied(config: RunnerConfig): void {
    this.unkept = true;
    this.keepSoon();
    this.onConfigured();
    this.checker.concurrency = config.limits.concurrency;
    this.fallback.regions = new Set(config.fallback_regions);
    this.tools = {
      policy: policyFrom(config.limits.private_targets),
      resolver: this.resolver,
      userAgent: config.limits.user_agent,
    };
    this.checker.tick();
  }

  /** Saves the configuration soon, but not for each of many changes. Runs only when something changed. */
  private keepSoon(): void {
    if (this.isStopping) return;
    this.keepTimer ??= setTimeout(() => {
      this.keepTimer = undefined;
      void this.keepConfig();
    }, KEEP_CONFIG_MS);
  }

  /** Saves one configuration at a time. Changes made in the meantime are saved next. */
  private keepConfig(): Promise<void> {
    this.keeping = this.keeping.then(async () => {
      if (!this.unkept || !this.known) return;
      this.unkept = false;
      if (await this.sync.keep(this.known)) return;
      this.unkept = true;
      this.keepSoon();
    });
    return this.keeping;
  }

  private acknowledged({ server_time, rechecks, refused }: ResultAck, tookMs: number): void {
    const isSet = this.time.learn(server_time, tookMs);
    // Move every monitor region to its next slot in the corrected time before anything is scheduled by it.
    if (isSet) this.checker.tick();
    this.recheckSoon(rechecks);
    if (refused) log.warn("the server dropped results of monitors that another runner checks", { refused });
    if (rechecks.length > 0) this.checker.tick();
  }

  private recheckSoon(rechecks: ResultAck["rechecks"], sinceMs?: number): void {
    const at = this.clock.read();
    for (const { monitor, region, after_ms: after } of rechecks)
      this.schedule.recheck(monitor, region, at + after, after === 0 ? sinceMs : undefined);
  }

  /** Checks monitor regions immediately after a self-check passes again, instead of at their next slot. */
  private checkAtOnce(affected: readonly MonitorRegion[]): void {
    for (const { config, region } of affected) this.schedule.recheck(config.id, region, this.clock.read());
    this.checker.tick();
  }

  private report(): ResultBatch["report"] {
    return {
      version: PROGRAM_VERSION,
      lag_p99_ms: Math.round(this.checker.lagP99Ms * 10) / 10,
      spooled: this.reporter.spooled,
      running: this.checker.inFlight,
      monitors: this.schedule.size,
      self_check_failures: this.selfCheck.failures,
      capabilities: { node: process.version, ...(this.selfCheck.ping && { ping: this.selfCheck.ping }) },
      clock_ahead_ms: Math.round(this.time.machineAheadMs),
      instance: this.instance,
      ...(this.isLeaving && { leaving: true }),
    };
  }
}
