import type { CheckResult, MonitorConfig } from "@/lib/contract/checks/check";
import type { FailedTarget } from "@/lib/domain/runners/own-network";
import { placeOf } from "@/lib/probes/anchors";
import type { NameResolver } from "@/lib/probes/net/resolver";
import { hostOf, type Pair } from "@/lib/runner/schedule/schedule";
import { UnderWay } from "@/lib/runner/schedule/under-way";
import { monotonicMs } from "@/lib/shared/clock";
import { Episodes } from "./episodes";
import { NameServers } from "./name-servers";
import type { OwnNetwork } from "./own-network";
import { isOursPerhaps, MassFailures } from "./self-check";

/**
 * The maximum of consecutive failures that any monitor requires. A target with this many of its own is down and needs
 * no more connectivity checks.
 */
const KNOWN_DOWN = 5;
const LONG_MS = 1000;
const LOOKED_AT_MAX = 50;
/** Error codes of checks that this machine couldn't run. They're inconclusive by themselves. */
const OVERLOADED: ReadonlySet<string> = new Set(["runner_overloaded", "runner_offline"]);
/**
 * Wait before retrying what failed for lack of descriptors, ports or an interface, so that the retry doesn't add to
 * the load.
 */
const OVERLOAD_PAUSE_MS = 10_000;

/** The parts that a self-check uses. */
export interface OwnParts {
  readonly network: OwnNetwork;
  readonly resolver: NameResolver;
  readonly names?: NameServers;
  /** Called when an episode is cleared, with the pairs to check immediately. */
  readonly onOver: (doubted: readonly Pair[]) => void;
}

/**
 * `doubt` says why a failure may be the runner's own. Without one, `evidence` says how the runner ruled itself out,
 * if it had to.
 */
export interface OwnJudgement {
  readonly doubt: string | null;
  readonly evidence: string | null;
}

/**
 * Decides whether the runner may have caused a failure itself. Tracks suspected problems and what to check once
 * they're cleared.
 */
export class SelfCheck {
  /** Start times of running checks whose targets aren't known to be down, oldest first. */
  private readonly underWay = new UnderWay<Pair>();
  private readonly names: NameServers;
  private readonly many = new MassFailures();
  private readonly episodes: Episodes<Pair>;

  constructor(private readonly parts: OwnParts) {
    this.names = parts.names ?? new NameServers();
    // A pair that is running or queued is checked anyway; a removed one never again.
    this.episodes = new Episodes((doubted) => {
      parts.onOver(doubted.filter((pair) => !pair.gone && !pair.running && pair.held === null));
    });
  }

  /** Returns why the runner suspects itself, until 30 s after the end; null otherwise. */
  get reason(): string | null {
    return this.episodes.reason;
  }

  stop(): void {
    this.episodes.stop();
  }

  began(pair: Pair): void {
    if (pair.judgedDown < KNOWN_DOWN) this.underWay.begin(pair, monotonicMs());
  }

  /** Runs once a second. A check that takes much longer than the last one may be the first to see a lost network. */
  watch(): void {
    const nowMs = monotonicMs();
    let looked = 0;
    this.underWay.oldest((pair, sinceMs) => {
      const tookMs = nowMs - sinceMs;
      looked += 1;
      if (tookMs < LONG_MS || looked > LOOKED_AT_MAX) return false;
      if (tookMs * 1000 <= 3 * pair.lastUs) return true;
      this.parts.network.watch();
      if (this.addressesOf(pair.host) === null) this.names.watch(pair.host);
      return false;
    });
  }

  /**
   * Returns whether a result needs no self-check: a success, a wrong response, a target known to be down. Records
   * what it shows.
   */
  isSure(pair: Pair, result: CheckResult): boolean {
    this.many.note(result, pair.host, monotonicMs());
    if (result.outcome === "up") {
      this.succeeded(pair, result);
      return true;
    }
    if (OVERLOADED.has(result.error?.code ?? "")) this.overloaded(pair, result);
    const sure = !isOursPerhaps(result) || pair.judgedDown >= KNOWN_DOWN;
    if (sure) this.underWay.end(pair);
    return sure;
  }

  /** Decides whether a failure may be the runner's own. `lagMs` is the event loop's lag. Takes four seconds at most. */
  async judge(pair: Pair, result: CheckResult, lagMs: () => number): Promise<OwnJudgement> {
    const sinceMs = this.underWay.end(pair) ?? monotonicMs();
    // First, because it describes the current moment.
    const many = this.many.judge(monotonicMs(), lagMs);
    const { network, names } = await this.ask(pair.host, result, sinceMs);
    const doubt = network ?? names?.doubt ?? many;
    if (doubt === null) pair.judgedDown += 1;
    else this.episodes.add(doubt, pair);
    return { doubt: doubt?.reason ?? null, evidence: names?.alive ?? null };
  }

  /** Decides the same for a requested check, which isn't part of the schedule. Returns the reason or null. */
  async doubtOf(config: MonitorConfig, result: CheckResult, sinceMs: number): Promise<string | null> {
    if (!isOursPerhaps(result)) return null;
    const { network, names } = await this.ask(hostOf(config), result, sinceMs);
    return (network ?? names?.doubt)?.reason ?? null;
  }

  private async ask(host: string, result: CheckResult, sinceMs: number) {
    const network = await this.parts.network.judge(this.targetOf(host, result), sinceMs);
    const isName = network === null && (result.error?.code.startsWith("dns_") ?? false);
    return { network, names: isName ? await this.names.judge(host, sinceMs) : null };
  }

  /**
   * Handles a check that couldn't run. A target that never succeeded may need something this machine never has, like
   * IPv6.
   */
  private overloaded(pair: Pair, { error }: CheckResult): void {
    if (pair.lastUs === 0) return;
    const untilMs = monotonicMs() + OVERLOAD_PAUSE_MS;
    const reason =
      error?.code === "runner_offline"
        ? "the runner doubts its own network: its interface is down"
        : "the runner was overloaded: it lacked file descriptors, ports or memory to run checks";
    const again = async () => (monotonicMs() < untilMs ? reason : null);
    this.episodes.add({ kind: error?.code ?? "", reason, again }, pair);
  }

  private succeeded(pair: Pair, result: CheckResult): void {
    const sinceMs = this.underWay.end(pair);
    pair.judgedDown = 0;
    pair.lastUs = result.timings.total ?? 0;
    if (sinceMs !== undefined) this.parts.network.worked(sinceMs, result.remote_address);
    this.names.worked(pair.host);
  }

  private targetOf(host: string, result: CheckResult): FailedTarget {
    const addresses = result.remote_address ? [result.remote_address] : (this.addressesOf(host) ?? []);
    const places = addresses.map(placeOf);
    const [first] = places;
    if (!first) return { reach: "public", families: [4, 6] };
    return { reach: first.reach, families: [...new Set(places.map(({ family }) => family))] };
  }

  /** Returns the addresses that need no query; null when one is needed. */
  private addressesOf(host: string): readonly string[] | null {
    try {
      return this.parts.resolver.knownAddressesOf(host.replace(/^\[|\]$/g, ""));
    } catch {
      // A name that never exists.
      return [];
    }
  }
}
