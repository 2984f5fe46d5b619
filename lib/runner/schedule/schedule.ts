import type { MonitorConfig } from "@/lib/contract/checks/check";
import type { Region } from "@/lib/contract/core/regions";
import { nextSlot, phaseOf } from "@/lib/domain/checks/slot";
import type { ShownFailure } from "@/lib/runner/report/news";
import { DueHeap } from "./heap";

/** One monitor as seen from one region: the unit that is scheduled. */
export interface Pair {
  readonly config: MonitorConfig;
  readonly region: Region;
  readonly phaseMs: number;
  /** Of the target. */
  readonly host: string;
  /** Host and port of the target. */
  readonly target: string;
  running: boolean;
  /** The slot that waits for a place; null while none does. */
  held: number | null;
  gone: boolean;
  recheckMs: number | null;
  /** The failure of which evidence was sent last; null after a success. */
  shown: ShownFailure | null;
  /** Its last result was a success and the server asked for no further look: one more success changes nothing. */
  isSettled: boolean;
  /** Failures in a row that were judged to be the target's own. */
  judgedDown: number;
  /** How long its last success took, microseconds; 0 before the first. */
  lastUs: number;
}

export interface DueCheck {
  readonly pair: Pair;
  /** Epoch milliseconds; the identity of the check. */
  readonly slotMs: number;
  /** Slots of this pair that passed while nobody could check. */
  readonly missed: readonly number[];
}

/** An hour of the shortest interval (F18). */
const MISSED_TOLD_MAX = 120;
const NONE: readonly number[] = [];

/** Which check is due when: slots derived from ids, plus re-checks asked for. Pure but for its own state; the caller owns the clock. */
export class Schedule {
  private readonly slots = new DueHeap<Pair>();
  private readonly rechecks = new DueHeap<Pair>();
  private readonly monitors = new Map<number, Pair[]>();
  /** One text for every host: monitors by the thousand share a few. */
  private readonly hosts = new Map<string, string>();
  private rate = 0;
  private count = 0;

  /** Nominal checks per second. */
  get perSecond(): number {
    return this.rate;
  }

  /** Monitors, each once however many regions it is checked from. */
  get size(): number {
    return this.monitors.size;
  }

  /** Adds or replaces a monitor. `atOnce`: it has not been checked before, so its first check is due now. */
  set(config: MonitorConfig, nowMs: number, atOnce: boolean): void {
    if (this.isUnchanged(config)) return;
    const before = this.monitors.get(config.id);
    this.remove(config.id);
    const host = this.shared(hostOf(config.request));
    const target = this.shared(targetOf(config.request));
    const pairs = config.regions.map((region) => {
      const phaseMs = phaseOf(config.id, region, config.interval_seconds);
      return pairOf(config, region, phaseMs, host, target);
    });
    this.monitors.set(config.id, pairs);
    this.count += pairs.length;
    for (const pair of pairs) {
      this.rate += 1 / config.interval_seconds;
      this.slots.push(pair, nextSlot(nowMs, pair.phaseMs, config.interval_seconds));
      const dueMs = atOnce ? nowMs : owedMs(pair.region, before, nowMs);
      if (dueMs !== null) this.pushRecheck(pair, dueMs);
    }
  }

  private shared(host: string): string {
    const known = this.hosts.get(host);
    if (known !== undefined) return known;
    // Hosts of monitors that are gone must not stay for ever.
    if (this.hosts.size > 2 * this.count + 1000) this.hosts.clear();
    this.hosts.set(host, host);
    return host;
  }

  /** The same version for the same regions: what is under way goes on. */
  private isUnchanged(config: MonitorConfig): boolean {
    const pairs = this.monitors.get(config.id) ?? [];
    const [known] = pairs;
    return (
      known?.config.config_version === config.config_version &&
      pairs.length === config.regions.length &&
      config.regions.every((region) => pairs.some((pair) => pair.region === region))
    );
  }

  remove(monitorId: number): void {
    for (const pair of this.monitors.get(monitorId) ?? []) {
      pair.gone = true;
      this.count -= 1;
      this.rate = Math.max(0, this.rate - 1 / pair.config.interval_seconds);
    }
    this.monitors.delete(monitorId);
  }

  has(monitorId: number): boolean {
    return this.monitors.has(monitorId);
  }

  ids(): number[] {
    return [...this.monitors.keys()];
  }

  /** A check between slots; left out where the regular slot comes first anyway. */
  recheck(monitorId: number, region: Region, atMs: number): void {
    const pair = this.monitors.get(monitorId)?.find((one) => one.region === region);
    if (!pair) return;
    pair.isSettled = false;
    if (pair.recheckMs !== null) return;
    if (nextSlot(atMs - 1, pair.phaseMs, pair.config.interval_seconds) === atMs) return;
    this.pushRecheck(pair, atMs);
  }

  private pushRecheck(pair: Pair, atMs: number): void {
    pair.recheckMs = atMs;
    this.rechecks.push(pair, atMs);
  }

  /** When the next check is due, epoch milliseconds. */
  nextDueMs(): number | null {
    const firstMs = Math.min(this.slots.firstMs, this.rechecks.firstMs);
    return Number.isFinite(firstMs) ? firstMs : null;
  }

  /** Takes the next due check; its pair's following slot is scheduled. Null when none is due. */
  take(nowMs: number): DueCheck | null {
    for (;;) {
      const isRecheck = this.rechecks.firstMs < this.slots.firstMs;
      const heap = isRecheck ? this.rechecks : this.slots;
      const dueMs = heap.firstMs;
      const pair = heap.peek();
      if (!pair || dueMs > nowMs) return null;
      if (pair.gone) heap.pop();
      else return isRecheck ? this.takeRecheck(pair, dueMs) : this.takeSlot(pair, dueMs, nowMs);
    }
  }

  private takeRecheck(pair: Pair, dueMs: number): DueCheck {
    this.rechecks.pop();
    pair.recheckMs = null;
    return { pair, slotMs: dueMs, missed: NONE };
  }

  private takeSlot(pair: Pair, dueMs: number, nowMs: number): DueCheck {
    const { interval_seconds: interval } = pair.config;
    const nextMs = nextSlot(nowMs, pair.phaseMs, interval);
    this.slots.moveFirst(nextMs);
    const slotMs = nextMs - interval * 1000;
    if (slotMs === dueMs) return { pair, slotMs, missed: NONE };
    const missed: number[] = [];
    for (
      let at = Math.max(dueMs, slotMs - MISSED_TOLD_MAX * interval * 1000);
      at < slotMs;
      at += interval * 1000
    )
      missed.push(at);
    return { pair, slotMs, missed };
  }

  /**
   * After a jump of the wall clock: every pair goes on with its next slot, nothing is made up for. A further look comes as soon as it would
   * have come.
   */
  rebase(nowMs: number, jumpMs: number): void {
    this.slots.clear();
    this.rechecks.clear();
    for (const pair of [...this.monitors.values()].flat()) {
      if (pair.recheckMs !== null) this.pushRecheck(pair, pair.recheckMs + jumpMs);
      this.slots.push(pair, nextSlot(nowMs, pair.phaseMs, pair.config.interval_seconds));
    }
  }
}

/**
 * When a monitor that is known is to be checked out of turn after an edit; null: not. An edit takes no check away, neither a further look
 * that was asked for nor one that runs or waits for a place and whose result counts no more; a region that came with it has none yet.
 */
function owedMs(region: Region, before: readonly Pair[] | undefined, nowMs: number): number | null {
  if (!before) return null;
  const pair = before.find((one) => one.region === region);
  return !pair || pair.running || pair.held !== null ? nowMs : pair.recheckMs;
}

/** Every field from the start and each of one kind: 50,000 objects that change their shape later are moved one by one. */
function pairOf(config: MonitorConfig, region: Region, phaseMs: number, host: string, target: string): Pair {
  return {
    config,
    region,
    phaseMs,
    host,
    target,
    running: false,
    held: null,
    gone: false,
    recheckMs: null,
    shown: null,
    isSettled: false,
    judgedDown: 0,
    lastUs: 0,
  };
}

/** The host of a target, as it stands in its request. */
export function hostOf(request: Record<string, unknown>): string {
  return typeof request.url === "string"
    ? (URL.parse(request.url)?.hostname ?? request.url)
    : String(request.host);
}

function targetOf(request: Record<string, unknown>): string {
  return typeof request.url === "string"
    ? (URL.parse(request.url)?.host ?? request.url)
    : `${request.host}:${request.port ?? ""}`;
}
