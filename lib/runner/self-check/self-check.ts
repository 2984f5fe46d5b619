import type { CheckResult, MonitorConfig } from "@/lib/contract/checks/check";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { checkedPlace } from "@/lib/contract/protocols/lookup";
import type { Route } from "@/lib/domain/runners/connectivity";
import { isNetworkFailure } from "@/lib/domain/runners/network-failure";
import { selfCheckArea, selfCheckWords } from "@/lib/domain/runners/self-check";
import { PingAbility, type PingWay } from "@/lib/probes/icmp/ping-way";
import { reachOf } from "@/lib/probes/net/connectivity-check";
import type { NameResolver } from "@/lib/probes/net/resolver";
import type { InFlight } from "@/lib/runner/schedule/in-flight";
import type { MonitorRegion } from "@/lib/runner/schedule/schedule";
import { monotonicMs } from "@/lib/shared/clock";
import { storableText } from "@/lib/shared/storable-text";
import { CheckStates, type Finding } from "./check-states";
import { KnownProbes } from "./known-probes";
import { MassFailures } from "./mass-failures";
import type { NameServers } from "./name-servers";
import type { NetworkCheck } from "./network-check";

// The runner's test of itself. Every result passes `SelfCheck.judge`, which makes a failure inconclusive if the runner may
// have caused it. Successes, wrong responses, and targets known to be down are never questioned.
//
//             1            2
//   passing ────▶ failing ────▶ recovering
//      ▲             ▲     3      │    │
//      │             └────────────┘    │ 4
//      └───────────────────────────────┘
//
//   1, 3  A failure arrives, and there is reason against the runner. The failure becomes inconclusive.
//   2     The self-check, repeated every second, passes. Pairs with such failures are checked immediately.
//   4     30 s later, so that a runner that was without a network can report why.
//
// Each kind has its own state and reason:
//
//   public network, IPv4   Connectivity checks that answered before don't. The same for IPv6 and private addresses. Passes,
//                          too, once targets there respond although the connectivity checks don't.
//   name servers           Neither known names nor others resolve. If that proves nothing, for 30 s.
//   mass failure           Many hosts begin failing within a minute. For 30 s.
//   lag                    The event loop is late.
//   runner_overloaded      A check couldn't run for lack of descriptors, ports, or memory. For 10 s.
//   runner_offline         A check couldn't run because the network interface is down. For 10 s.
//
// Two more are only reported. Known probes: passing → suspected → failing after two wrong rounds, and back after a correct
// one. Ping ability: none, ping, or socket, tried again each minute until there is a socket.

/** The maximum of consecutive failures that any monitor requires. A target with this many of its own is down. */
const KNOWN_DOWN_FAILURES = 5;
const SLOW_MS = 1000;
const WATCH_MS = 100;
const LAG_MAX_MS = 500;
/** Lets checks that lack something wait, so that the retry doesn't add to the load. */
const EXHAUSTED_MS = 10_000;
/** Maximum length of an error, in characters. */
const MESSAGE_MAX = 500;

/** Stands for both address families when a name isn't resolved. */
const ANYWHERE: Route = { reach: "public", families: [4, 6] };

/** The parts that tests replace, and what to do with a change. */
export interface SelfCheckParts {
  readonly network: NetworkCheck;
  readonly names: NameServers;
  readonly resolver: NameResolver;
  /** Gets monitor regions to check immediately, because a self-check that affected their last results passes again. */
  readonly onRecovered: (affected: readonly MonitorRegion[]) => void;
  readonly onPingChange?: () => void;
}

/** Tests the runner itself, so that its own problems make results inconclusive instead of wrong. */
export class SelfCheck {
  private readonly many = new MassFailures();
  private readonly knownProbes = new KnownProbes();
  private readonly pings: PingAbility;
  private readonly states: CheckStates<MonitorRegion>;
  private watchedMs = 0;

  constructor(private readonly parts: SelfCheckParts) {
    this.pings = new PingAbility(() => parts.onPingChange?.());
    // A monitor region that is running or queued is checked anyway, and a removed one is never checked again.
    this.states = new CheckStates((affected) =>
      parts.onRecovered(affected.filter(({ state }) => state.is === "idle")),
    );
  }

  /** Returns how the runner's self-check fails, until 30 s after it passes; empty otherwise. */
  get failures(): SelfCheckFailure[] {
    const { failures } = this.states;
    const { failure } = this.knownProbes;
    return failures.length === 0 && failure ? [failure] : failures;
  }

  /** Returns how this machine pings; null until that is known. */
  get ping(): PingWay | null {
    return this.pings.way;
  }

  start(): void {
    this.parts.network.start();
    this.parts.names.start();
    void this.knownProbes.start();
    this.pings.start();
  }

  stop(): void {
    this.parts.network.stop();
    this.parts.names.stop();
    this.knownProbes.stop();
    this.pings.stop();
    this.states.stop();
  }

  /** Looks for a check that takes much longer than its last success, because it may be the first to see a lost network. */
  watch(inFlight: InFlight<MonitorRegion>): void {
    const nowMs = monotonicMs();
    if (nowMs - this.watchedMs < WATCH_MS) return;
    this.watchedMs = nowMs;
    inFlight.oldest((monitorRegion, startedMs) => {
      const tookMs = nowMs - startedMs;
      if (tookMs < SLOW_MS) return false;
      if (isKnownDown(monitorRegion) || tookMs * 1000 <= 3 * monitorRegion.lastUs) return true;
      this.parts.network.watch();
      if (this.addressesOf(monitorRegion.host) === null) this.parts.names.watch(monitorRegion.host);
      return false;
    });
  }

  /**
   * Returns the result to report: inconclusive if the runner may have caused the failure. `startedMs` is when the check
   * started (monotonic), `lagMs` the event loop's lag. A failure takes four seconds at most.
   */
  judge(
    monitorRegion: MonitorRegion,
    result: CheckResult,
    startedMs: number,
    lagMs: () => number,
  ): CheckResult | Promise<CheckResult> {
    this.many.record(result, monitorRegion.host, monotonicMs());
    if (result.outcome === "up") this.succeeded(monitorRegion, result, startedMs);
    const lack = exhaustionOf(result);
    // A target that never succeeded may need something this machine never has, like IPv6.
    if (lack && monitorRegion.lastUs > 0) this.states.failed(lack, monitorRegion);
    if (!isNetworkFailure(result) || isKnownDown(monitorRegion)) return result;
    return this.question(monitorRegion, result, startedMs, lagMs);
  }

  /** Returns the same for a requested check, which isn't part of the schedule. */
  async judgeRequested(config: MonitorConfig, result: CheckResult, startedMs: number): Promise<CheckResult> {
    if (!isNetworkFailure(result)) return result;
    const { finding } = await this.ask(config, result, startedMs);
    return finding ? inconclusive(result, finding.failure) : result;
  }

  private succeeded(monitorRegion: MonitorRegion, result: CheckResult, startedMs: number): void {
    monitorRegion.failures = 0;
    monitorRegion.lastUs = result.timings.total ?? 0;
    this.states.responded(result.remote_address, startedMs);
    if (result.remote_address !== null) this.parts.names.worked(monitorRegion.host);
  }

  private async question(
    monitorRegion: MonitorRegion,
    result: CheckResult,
    startedMs: number,
    lagMs: () => number,
  ): Promise<CheckResult> {
    // First, because they describe the current moment.
    const current = lagOf(lagMs) ?? this.many.judge(monotonicMs());
    const { finding, reason } = await this.ask(monitorRegion.config, result, startedMs);
    const cause = finding ?? current;
    if (cause) {
      this.states.failed(cause, monitorRegion);
      return inconclusive(result, cause.failure);
    }
    monitorRegion.failures += 1;
    return reason === null ? result : withReason(result, reason);
  }

  private async ask({ protocol, request }: MonitorConfig, result: CheckResult, startedMs: number) {
    const { host, isRelay } = checkedPlace(protocol, request);
    const route = isRelay ? ANYWHERE : this.routeTo(host, result);
    const finding = await this.parts.network.judge(route, startedMs);
    if (finding || !isUnresolved(result)) return { finding, reason: null };
    return this.parts.names.judge(host, startedMs);
  }

  private routeTo(host: string, result: CheckResult): Route {
    const addresses = result.remote_address ? [result.remote_address] : (this.addressesOf(host) ?? []);
    const ways = addresses.map(reachOf);
    const [first] = ways;
    if (!first) return ANYWHERE;
    return { reach: first.reach, families: [...new Set(ways.map(({ family }) => family))] };
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

function isKnownDown({ failures }: MonitorRegion): boolean {
  return failures >= KNOWN_DOWN_FAILURES;
}

/** Returns whether a failure is about a name that the runner's own name servers were asked for, maybe by a redirect. */
function isUnresolved({ error, remote_address, redirects }: CheckResult): boolean {
  const isReached = remote_address !== null && redirects.length === 0;
  return !isReached && (error?.code.startsWith("dns_") ?? false);
}

function lagOf(lagMs: () => number): Finding | null {
  const failureNow = (): SelfCheckFailure | null => {
    const ms = lagMs();
    return ms > LAG_MAX_MS ? { kind: "event_loop_lag", lag_ms: Math.round(ms) } : null;
  };
  const failure = failureNow();
  return failure === null ? null : { kind: "lag", failure, again: async () => failureNow() };
}

/** Returns what this machine lacked to run a check at all. Such a result is inconclusive by itself. */
function exhaustionOf({ error }: CheckResult): Finding | null {
  const kind = error?.code;
  if (kind !== "runner_overloaded" && kind !== "runner_offline") return null;
  const failure: SelfCheckFailure = {
    kind: kind === "runner_offline" ? "network_interface_down" : "resources_exhausted",
  };
  const untilMs = monotonicMs() + EXHAUSTED_MS;
  return { kind, failure, again: async () => (monotonicMs() < untilMs ? failure : null) };
}

/** Makes a failure that this machine may have caused inconclusive, keeping what was seen. */
export function inconclusive(result: CheckResult, failure: SelfCheckFailure): CheckResult {
  const area = selfCheckArea(failure);
  const code = area === "lag" || area === "limits" ? "runner_overloaded" : "runner_offline";
  const message = `the runner ${selfCheckWords([failure])}; the check saw: ${result.error?.message ?? ""}`;
  return { ...result, outcome: "inconclusive", error: { code, message: storableText(message, MESSAGE_MAX) } };
}

function withReason(result: CheckResult, reason: string): CheckResult {
  if (result.error === null) return result;
  const message = `${result.error.message} (the runner's name servers work; ${reason})`;
  return { ...result, error: { ...result.error, message: storableText(message, MESSAGE_MAX) } };
}
