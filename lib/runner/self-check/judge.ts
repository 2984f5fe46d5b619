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
import { isOursPerhaps, SelfDoubt } from "./self-check";

/** As many failures in a row as confirm anything: a target that failed so often for itself is down, and the anchors are left alone. */
const KNOWN_DOWN = 5;
const LONG_MS = 1000;
const LOOKED_AT_MAX = 50;
/** What a probe says when this machine could not check: inconclusive by itself. */
const OVERLOADED: ReadonlySet<string> = new Set(["runner_overloaded", "runner_offline"]);
/** Before what failed for want of descriptors, ports or an interface is tried again: trying must not be what is too much. */
const OVERLOAD_PAUSE_MS = 10_000;

/** What a doubt asks. */
export interface OwnParts {
  readonly network: OwnNetwork;
  readonly resolver: NameResolver;
  readonly names?: NameServers;
  /** Something that was doubted is over: these are to be checked at once. */
  readonly onOver: (doubted: readonly Pair[]) => void;
}

/** `doubt`: why a failure may be ours. Without one, `evidence` says how it is known not to be, where that had to be asked. */
export interface OwnJudgement {
  readonly doubt: string | null;
  readonly evidence: string | null;
}

/** Asks, for failures that we could have caused ourselves, whether we did; knows what is in doubt, and what to check when it is over. */
export class OwnDoubt {
  /** Checks under way of targets that are not known to be down, oldest first: when each began. */
  private readonly underWay = new UnderWay<Pair>();
  private readonly names: NameServers;
  private readonly many = new SelfDoubt();
  private readonly episodes: Episodes<Pair>;

  constructor(private readonly parts: OwnParts) {
    this.names = parts.names ?? new NameServers();
    // One that runs or waits is looked at anyway; one that is gone never again.
    this.episodes = new Episodes((doubted) => {
      parts.onOver(doubted.filter((pair) => !pair.gone && !pair.running && pair.held === null));
    });
  }

  /** Why the runner doubts itself, until 30 s after the end; null otherwise. */
  get reason(): string | null {
    return this.episodes.reason;
  }

  stop(): void {
    this.episodes.stop();
  }

  began(pair: Pair): void {
    if (pair.judgedDown < KNOWN_DOWN) this.underWay.begin(pair, monotonicMs());
  }

  /** Once a second: a check that takes much longer than the last one may be the first to see a lost network. */
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

  /** Whether a result needs no asking: a success, a wrong answer, a target known to be down. Notes what it shows. */
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

  /** Whether a failure may be ours. `lagMs`: how late the event loop runs. Takes four seconds at most. */
  async judge(pair: Pair, result: CheckResult, lagMs: () => number): Promise<OwnJudgement> {
    const sinceMs = this.underWay.end(pair) ?? monotonicMs();
    // First, because it speaks of this moment.
    const many = this.many.judge(monotonicMs(), lagMs);
    const { network, names } = await this.ask(pair.host, result, sinceMs);
    const doubt = network ?? names?.doubt ?? many;
    if (doubt === null) pair.judgedDown += 1;
    else this.episodes.add(doubt, pair);
    return { doubt: doubt?.reason ?? null, evidence: names?.alive ?? null };
  }

  /** The same of a check that somebody asked for, which is no part of what is watched: the reason of a doubt, or null. */
  async doubtOf(config: MonitorConfig, result: CheckResult, sinceMs: number): Promise<string | null> {
    if (!isOursPerhaps(result)) return null;
    const { network, names } = await this.ask(hostOf(config.request), result, sinceMs);
    return (network ?? names?.doubt)?.reason ?? null;
  }

  private async ask(host: string, result: CheckResult, sinceMs: number) {
    const network = await this.parts.network.judge(this.targetOf(host, result), sinceMs);
    const isName = network === null && (result.error?.code.startsWith("dns_") ?? false);
    return { network, names: isName ? await this.names.judge(host, sinceMs) : null };
  }

  /** The check could not be made. One that never succeeded may ask for what this machine never has, like IPv6. */
  private overloaded(pair: Pair, { error }: CheckResult): void {
    if (pair.lastUs === 0) return;
    const untilMs = monotonicMs() + OVERLOAD_PAUSE_MS;
    const reason =
      error?.code === "runner_offline"
        ? "the runner doubts its own network: its interface is down"
        : "the runner was overloaded: it lacked file descriptors, ports or memory to check with";
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

  /** As far as no question is needed; null when one would be. */
  private addressesOf(host: string): readonly string[] | null {
    try {
      return this.parts.resolver.knownAddressesOf(host.replace(/^\[|\]$/g, ""));
    } catch {
      // A name that never exists.
      return [];
    }
  }
}
