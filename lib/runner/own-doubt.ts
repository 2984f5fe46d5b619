import type { CheckResult } from "@/lib/contract/check";
import type { FailedTarget } from "@/lib/domain/self-doubt";
import { placeOf } from "@/lib/probes/anchors";
import type { NameResolver } from "@/lib/probes/outgoing/resolver";
import { monotonicMs } from "@/lib/shared/clock";
import { isOursPerhaps } from "./doubt";
import { NameServers } from "./name-servers";
import type { OwnNetwork } from "./own-network";
import type { Pair } from "./schedule";

/** As many failures in a row as confirm anything: a target that failed so often for itself is down, and the anchors are left alone. */
const KNOWN_DOWN = 5;
const LONG_MS = 1000;
const LOOKED_AT_MAX = 50;

/** Asks, for failures that our own network or name servers could cause, whether they did. */
export class OwnDoubt {
  /** Checks under way of targets that are not known to be down, oldest first: when each began. */
  private readonly underWay = new Map<Pair, number>();
  private readonly doubted = new Set<Pair>();
  private readonly names = new NameServers();

  constructor(
    private readonly network: OwnNetwork,
    private readonly resolver: NameResolver,
  ) {}

  began(pair: Pair): void {
    if (pair.judgedDown < KNOWN_DOWN) this.underWay.set(pair, monotonicMs());
  }

  /** Once a second: a check that takes much longer than the last one may be the first to see a lost network. */
  watch(): void {
    const nowMs = monotonicMs();
    let looked = 0;
    for (const [pair, sinceMs] of this.underWay) {
      const tookMs = nowMs - sinceMs;
      looked += 1;
      if (tookMs < LONG_MS || looked > LOOKED_AT_MAX) return;
      if (tookMs > 3 * pair.lastMs) {
        this.network.watch();
        return;
      }
    }
  }

  /** Whether a result needs no asking: a success, a wrong answer, a target known to be down. Notes what a success shows. */
  isSure(pair: Pair, result: CheckResult): boolean {
    if (result.outcome === "up") {
      this.succeeded(pair, result);
      return true;
    }
    const sure = !isOursPerhaps(result) || pair.judgedDown >= KNOWN_DOWN;
    if (sure) this.underWay.delete(pair);
    return sure;
  }

  /** Why a failure may be ours; null when our network and name servers work. Takes two seconds at most. */
  async judge(pair: Pair, result: CheckResult): Promise<string | null> {
    const sinceMs = this.underWay.get(pair) ?? monotonicMs();
    this.underWay.delete(pair);
    const reason =
      (await this.network.judge(this.targetOf(pair, result), sinceMs)) ??
      (result.error?.code.startsWith("dns_") ? await this.names.judge(pair.host) : null);
    if (reason === null) pair.judgedDown += 1;
    else this.doubted.add(pair);
    return reason;
  }

  /** Those whose failures were doubted since the last call. */
  takeDoubted(): Pair[] {
    const pairs = [...this.doubted].filter(({ gone }) => !gone);
    this.doubted.clear();
    return pairs;
  }

  private succeeded(pair: Pair, result: CheckResult): void {
    const sinceMs = this.underWay.get(pair);
    this.underWay.delete(pair);
    pair.judgedDown = 0;
    pair.lastMs = (result.timings.total ?? 0) / 1000;
    if (sinceMs !== undefined) this.network.worked(sinceMs, result.remote_address);
    this.names.worked(pair.host);
  }

  private targetOf(pair: Pair, result: CheckResult): FailedTarget {
    const addresses = result.remote_address ? [result.remote_address] : this.knownAddresses(pair.host);
    const places = addresses.map(placeOf);
    const [first] = places;
    if (!first) return { reach: "public", families: [4, 6] };
    return { reach: first.reach, families: [...new Set(places.map(({ family }) => family))] };
  }

  private knownAddresses(host: string): string[] {
    try {
      return this.resolver.knownAddressesOf(host.replace(/^\[|\]$/g, "")) ?? [];
    } catch {
      // A kept "no such name": no address is known.
      return [];
    }
  }
}
