import type { CheckResult, MonitorConfig } from "@/lib/contract/checks/check";
import type { Region } from "@/lib/contract/core/regions";
import { checkedPlace } from "@/lib/contract/protocols/lookup";
import { nextSlot, phaseOf } from "@/lib/domain/checks/slot";
import { DueHeap } from "./heap";

// A monitor region has one check at a time:
//
//   idle ── due, and a place is free ─────────────────────────────▶ running ── result reported ──▶ idle
//   idle ── due, and no place is free ──▶ queued ── one is free ──▶ running
//   any ─── monitor changed or removed, or the runner stops ──▶ removed: a late result is dropped

/** `slotMs` is the scheduled time of the check. */
export type MonitorRegionState =
  | { readonly is: "idle" }
  | { readonly is: "queued"; readonly slotMs: number }
  | { readonly is: "running"; readonly slotMs: number }
  | { readonly is: "removed" };

export const IDLE: MonitorRegionState = { is: "idle" };
export const REMOVED: MonitorRegionState = { is: "removed" };

/** One monitor as seen from one region: the unit that is scheduled. */
export interface MonitorRegion {
  readonly config: MonitorConfig;
  readonly region: Region;
  readonly phaseMs: number;
  /** The target's host. */
  readonly host: string;
  /** The target's host and port. */
  readonly target: string;
  state: MonitorRegionState;
  /** When a check between slots is due; null when none is. */
  recheckMs: number | null;
  /** Its last outcome if the server requested no further check, so that the same again changes nothing. */
  settled: CheckResult["outcome"] | null;
  /** Consecutive failures that are the target's own. */
  failures: number;
  /** Duration of its last success in microseconds; 0 before the first. */
  lastUs: number;
}

export interface DueCheck {
  readonly monitorRegion: MonitorRegion;
  /** Scheduled time in epoch milliseconds; it identifies the check. */
  readonly slotMs: number;
  /** Slots of this monitor region that passed while nothing could check. */
  readonly missed: readonly number[];
}

/** An hour of the shortest interval. */
const MISSED_REPORTED_MAX = 120;
const NONE: readonly number[] = [];

/**
 * Decides which check is due when, from slots derived from IDs plus requested rechecks. Pure except for its own state;
 * the caller owns the clock.
 */
export class Schedule {
  private readonly slots = new DueHeap<MonitorRegion>();
  private readonly rechecks = new DueHeap<MonitorRegion>();
  private readonly monitors = new Map<number, MonitorRegion[]>();
  /** Interns host strings, because thousands of monitors share a few hosts. */
  private readonly hosts = new Map<string, string>();
  private rate = 0;
  private count = 0;

  /** Nominal checks per second. */
  get perSecond(): number {
    return this.rate;
  }

  /** Number of monitors, counted once regardless of their regions. */
  get size(): number {
    return this.monitors.size;
  }

  /** Adds or replaces a monitor. With `atOnce`, it has never been checked, so its first check is due now. */
  set(config: MonitorConfig, nowMs: number, atOnce: boolean): void {
    if (this.isUnchanged(config)) return;
    const before = this.monitors.get(config.id);
    const owed = config.regions.map((region) => owedMs(region, config, before, nowMs));
    this.remove(config.id);
    const place = checkedPlace(config.protocol, config.request);
    const host = this.shared(place.host);
    const target = this.shared(`${place.host}:${place.port}`);
    const monitorRegions = config.regions.map((region) => {
      const phaseMs = phaseOf(config.id, region, config.interval_seconds);
      return pairOf(config, region, phaseMs, host, target);
    });
    this.monitors.set(config.id, monitorRegions);
    this.count += monitorRegions.length;
    for (const [at, monitorRegion] of monitorRegions.entries()) {
      this.rate += 1 / config.interval_seconds;
      this.slots.push(monitorRegion, nextSlot(nowMs, monitorRegion.phaseMs, config.interval_seconds));
      const dueMs = atOnce ? nowMs : (owed[at] ?? null);
      if (dueMs !== null) this.pushRecheck(monitorRegion, dueMs);
    }
  }

  private shared(host: string): string {
    const known = this.hosts.get(host);
    if (known !== undefined) return known;
    // Hosts of removed monitors must not stay forever.
    if (this.hosts.size > 2 * this.count + 1000) this.hosts.clear();
    this.hosts.set(host, host);
    return host;
  }

  /** Returns whether version and regions are unchanged, so that running checks continue. */
  private isUnchanged(config: MonitorConfig): boolean {
    const monitorRegions = this.monitors.get(config.id) ?? [];
    const [known] = monitorRegions;
    return (
      known?.config.config_version === config.config_version &&
      monitorRegions.length === config.regions.length &&
      config.regions.every((region) =>
        monitorRegions.some((monitorRegion) => monitorRegion.region === region),
      )
    );
  }

  remove(monitorId: number): void {
    for (const monitorRegion of this.monitors.get(monitorId) ?? []) {
      monitorRegion.state = REMOVED;
      this.count -= 1;
      this.rate = Math.max(0, this.rate - 1 / monitorRegion.config.interval_seconds);
    }
    this.monitors.delete(monitorId);
  }

  has(monitorId: number): boolean {
    return this.monitors.has(monitorId);
  }

  ids(): number[] {
    return [...this.monitors.keys()];
  }

  /** Schedules a check between slots, unless a regular slot after `sinceMs` comes first: by default, one at the same time. */
  recheck(monitorId: number, region: Region, atMs: number, sinceMs = atMs - 1): void {
    const monitorRegion = this.monitors.get(monitorId)?.find((one) => one.region === region);
    if (!monitorRegion) return;
    monitorRegion.settled = null;
    if (monitorRegion.recheckMs !== null) return;
    if (nextSlot(sinceMs, monitorRegion.phaseMs, monitorRegion.config.interval_seconds) <= atMs) return;
    this.pushRecheck(monitorRegion, atMs);
  }

  private pushRecheck(monitorRegion: MonitorRegion, atMs: number): void {
    monitorRegion.recheckMs = atMs;
    this.rechecks.push(monitorRegion, atMs);
  }

  /** Returns when the next check is due, in epoch milliseconds. */
  nextDueMs(): number | null {
    const firstMs = Math.min(this.slots.firstMs, this.rechecks.firstMs);
    return Number.isFinite(firstMs) ? firstMs : null;
  }

  /** Takes the next due check and schedules the monitor region's following slot. Returns null when none is due. */
  take(nowMs: number): DueCheck | null {
    for (;;) {
      const isRecheck = this.rechecks.firstMs < this.slots.firstMs;
      const heap = isRecheck ? this.rechecks : this.slots;
      const dueMs = heap.firstMs;
      const monitorRegion = heap.peek();
      if (!monitorRegion || dueMs > nowMs) return null;
      if (monitorRegion.state.is === "removed") heap.pop();
      else
        return isRecheck
          ? this.takeRecheck(monitorRegion, dueMs)
          : this.takeSlot(monitorRegion, dueMs, nowMs);
    }
  }

  private takeRecheck(monitorRegion: MonitorRegion, dueMs: number): DueCheck {
    this.rechecks.pop();
    monitorRegion.recheckMs = null;
    return { monitorRegion, slotMs: dueMs, missed: NONE };
  }

  private takeSlot(monitorRegion: MonitorRegion, dueMs: number, nowMs: number): DueCheck {
    const { interval_seconds: interval } = monitorRegion.config;
    const nextMs = nextSlot(nowMs, monitorRegion.phaseMs, interval);
    this.slots.moveFirst(nextMs);
    const slotMs = nextMs - interval * 1000;
    if (slotMs === dueMs) return { monitorRegion, slotMs, missed: NONE };
    const missed: number[] = [];
    for (
      let at = Math.max(dueMs, slotMs - MISSED_REPORTED_MAX * interval * 1000);
      at < slotMs;
      at += interval * 1000
    )
      missed.push(at);
    return { monitorRegion, slotMs, missed };
  }

  /**
   * Handles a jump of the wall clock: every monitor region continues with its next slot, and nothing is caught up. A recheck
   * keeps its remaining delay.
   */
  rebase(nowMs: number, jumpMs: number): void {
    this.slots.clear();
    this.rechecks.clear();
    for (const monitorRegion of [...this.monitors.values()].flat()) {
      if (monitorRegion.recheckMs !== null) this.pushRecheck(monitorRegion, monitorRegion.recheckMs + jumpMs);
      this.slots.push(
        monitorRegion,
        nextSlot(nowMs, monitorRegion.phaseMs, monitorRegion.config.interval_seconds),
      );
    }
  }
}

/**
 * Returns when a known monitor must be checked out of turn after an edit; null when it needn't. An edit must not lose a
 * check: neither a requested recheck, nor a running or queued one whose result no longer counts. A region added by the
 * edit has none yet, and if the check itself changed, its results so far say nothing about it.
 */
function owedMs(
  region: Region,
  config: MonitorConfig,
  before: readonly MonitorRegion[] | undefined,
  nowMs: number,
): number | null {
  if (!before) return null;
  const monitorRegion = before.find((one) => one.region === region);
  return monitorRegion?.state.is === "idle" && checkOf(monitorRegion.config) === checkOf(config)
    ? monitorRegion.recheckMs
    : nowMs;
}

/** Returns a string that differs when a check would run or be judged differently. */
function checkOf({ request, success_assertions: assertions, timeout_ms: timeoutMs }: MonitorConfig): string {
  return JSON.stringify([request, assertions, timeoutMs]);
}

/**
 * Sets every field from the start, each with a stable type. V8 would move 50,000 objects that change their shape
 * later.
 */
function pairOf(
  config: MonitorConfig,
  region: Region,
  phaseMs: number,
  host: string,
  target: string,
): MonitorRegion {
  return {
    config,
    region,
    phaseMs,
    host,
    target,
    state: IDLE,
    recheckMs: null,
    settled: null,
    failures: 0,
    lastUs: 0,
  };
}

/** Returns the host that a check connects to, as written in its request. */
export function hostOf({ protocol, request }: MonitorConfig): string {
  return checkedPlace(protocol, request).host;
}
