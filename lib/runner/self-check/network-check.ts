import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { connectivityLoss, type Route } from "@/lib/domain/runners/connectivity";
import { answers, type ConnectivityCheck } from "@/lib/probes/net/connectivity-check";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { AnswerMemory } from "./answer-memory";
import type { Finding } from "./check-states";
import { Surveys } from "./surveys";

/** Minimum time between two rounds, because the addresses belong to others. */
const ROUND_MS = 1000;
/** A waiting failure may start one sooner, because a half-second outage must not be over by then. */
const WAITING_ROUND_MS = 250;
/** Slightly longer than the longest check. */
const REMEMBERED_MS = 40_000;

/** One round of connectivity checks. */
interface Round {
  readonly startedMs: number;
  readonly answering: ReadonlySet<ConnectivityCheck>;
}

/** Configures `NetworkCheck`; tests provide their own addresses and answers. */
export interface NetworkCheckOptions {
  readonly checks: readonly ConnectivityCheck[];
  /** Stores which addresses answered. */
  readonly file: string;
  readonly answers?: (check: ConnectivityCheck) => Promise<boolean>;
}

/**
 * Decides whether a failure may be caused by the runner's own network, using connectivity checks to addresses that
 * answered before. They run when a check takes long or while they fail, at most once a second, or four times a second
 * while a failure waits for its result.
 */
export class NetworkCheck {
  private readonly memory: AnswerMemory;
  private rounds: Round[] = [];
  private running: Promise<Round> | null = null;
  private readonly surveys: Surveys;
  private stopped = false;

  constructor(private readonly options: NetworkCheckOptions) {
    this.memory = new AnswerMemory(options.file);
    const haveAllAnswered = () => options.checks.every((check) => this.memory.counts(keyOf(check)));
    this.surveys = new Surveys(() => this.round(), haveAllAnswered);
  }

  start(): void {
    if (this.options.checks.length > 0) this.surveys.start();
  }

  stop(): void {
    this.stopped = true;
    this.surveys.stop();
  }

  /** Records connectivity while a check of a healthy target takes long. It decides the result if the check fails. */
  watch(): void {
    if (this.options.checks.length > 0) void this.round();
  }

  /**
   * Returns why a failed check that ran from `sinceMs` (monotonic) until now may be the fault of the runner's own
   * network; null when it's the target's. Runs the connectivity checks once more first, for two seconds at most.
   */
  async judge(route: Route, sinceMs: number): Promise<Finding | null> {
    const silence = { startedMs: 0, answering: new Set<ConnectivityCheck>() };
    if (this.lossIn(silence, route) === null) return null;
    await this.roundAfter(monotonicMs());
    // A round shortly before the check also counts: a check can fail immediately, and the network can be back a moment
    // later.
    const during = this.rounds.filter(({ startedMs }) => startedMs >= sinceMs - ROUND_MS);
    const failure = during.map((round) => this.lossIn(round, route)).find((loss) => loss !== null);
    if (!failure) return null;
    const kind = `${route.reach} network, IPv${route.families.join(" and IPv")}`;
    return { kind, failure, route, again: (contradictedMs) => this.again(route, contradictedMs) };
  }

  private async again(route: Route, contradictedMs: number | null): Promise<SelfCheckFailure | null> {
    const round = await this.round();
    if (contradictedMs !== null && round.startedMs > contradictedMs) this.ignoreSilent(route, round);
    return this.lossIn(round, route);
  }

  private lossIn(round: Round, route: Route): SelfCheckFailure | null {
    const states = this.options.checks.map((check) => ({
      ...check,
      counts: this.memory.counts(keyOf(check)),
      answers: round.answering.has(check),
    }));
    return connectivityLoss(route, states);
  }

  /** Waits for a round that starts at `atMs` or later; all callers share it. */
  private async roundAfter(atMs: number): Promise<void> {
    let last = await this.round(WAITING_ROUND_MS);
    while (last.startedMs < atMs && !this.stopped) {
      const waitMs = last.startedMs + WAITING_ROUND_MS - monotonicMs();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      last = await this.round(WAITING_ROUND_MS);
    }
  }

  /** Returns the running round, the last one if it's younger than `againMs`, else a new one. */
  private round(againMs = ROUND_MS): Promise<Round> {
    const last = this.rounds.at(-1);
    if (!this.running && last && monotonicMs() - last.startedMs < againMs) return Promise.resolve(last);
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async run(): Promise<Round> {
    const startedMs = monotonicMs();
    const { checks } = this.options;
    const answered = await Promise.all(checks.map(this.options.answers ?? answers));
    const round = { startedMs, answering: new Set(checks.filter((_, index) => answered[index])) };
    this.memory.answered([...round.answering].map(keyOf));
    this.rounds = [...this.rounds.filter((each) => startedMs - each.startedMs < REMEMBERED_MS), round];
    return round;
  }

  /**
   * Ignores addresses that don't answer although targets do, because of a firewall or their own outage, until they
   * answer again.
   */
  private ignoreSilent(route: Route, { answering }: Round): void {
    const silent = this.options.checks
      .filter((check) => check.reach === route.reach && route.families.includes(check.family))
      .filter((check) => !answering.has(check))
      .map(keyOf);
    this.memory.forget(silent);
    log.warn("connectivity checks fail although targets respond; ignoring them until they answer", {
      silent,
    });
  }
}

function keyOf({ address, port }: ConnectivityCheck): string {
  return `${address} ${port}`;
}
