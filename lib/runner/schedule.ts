import type { MonitorConfig } from "@/lib/contract/check";
import type { Region } from "@/lib/contract/regions";
import { nextSlot, phaseOf } from "@/lib/domain/slot";
import { DueHeap } from "./heap";

/** One monitor as seen from one region: the unit that is scheduled. */
export interface Pair {
  readonly config: MonitorConfig;
  readonly region: Region;
  readonly phaseMs: number;
  /** Of the target. */
  readonly host: string;
  running: boolean;
  gone: boolean;
  recheckMs: number | null;
}

interface Due {
  readonly pair: Pair;
  readonly dueMs: number;
  readonly kind: "slot" | "recheck";
}

export interface DueCheck {
  readonly pair: Pair;
  /** Epoch milliseconds; the identity of the check. */
  readonly slotMs: number;
  /** Slots of this pair that passed while nobody could check. */
  readonly missed: readonly number[];
}

const MISSED_TOLD_MAX = 60;

/** Which check is due when: slots derived from ids, plus re-checks asked for. Pure but for its own state; the caller owns the clock. */
export class Schedule {
  private readonly heap = new DueHeap<Due>();
  private readonly pairs = new Map<string, Pair>();
  private readonly monitors = new Map<number, Pair[]>();
  private rate = 0;

  /** Nominal checks per second. */
  get perSecond(): number {
    return this.rate;
  }

  get size(): number {
    return this.pairs.size;
  }

  /** Adds or replaces a monitor. `atOnce`: it has not been checked before, so its first check is due now. */
  set(config: MonitorConfig, nowMs: number, atOnce: boolean): void {
    if (this.isUnchanged(config)) return;
    this.remove(config.id);
    const host = hostOf(config.request);
    for (const region of config.regions) {
      const phaseMs = phaseOf(config.id, region, config.interval_seconds);
      const pair: Pair = { config, region, phaseMs, host, running: false, gone: false, recheckMs: null };
      this.pairs.set(`${config.id}:${region}`, pair);
      this.monitors.set(config.id, [...(this.monitors.get(config.id) ?? []), pair]);
      this.rate += 1 / config.interval_seconds;
      this.heap.push({ pair, dueMs: nextSlot(nowMs, phaseMs, config.interval_seconds), kind: "slot" });
      if (atOnce) this.pushRecheck(pair, nowMs);
    }
  }

  /** The same version for the same regions: what is under way goes on. */
  private isUnchanged(config: MonitorConfig): boolean {
    const pairs = this.monitors.get(config.id) ?? [];
    const [known] = pairs;
    return (
      known?.config.config_version === config.config_version &&
      pairs.length === config.regions.length &&
      config.regions.every((region) => this.pairs.has(`${config.id}:${region}`))
    );
  }

  remove(monitorId: number): void {
    for (const pair of this.monitors.get(monitorId) ?? []) {
      pair.gone = true;
      this.pairs.delete(`${monitorId}:${pair.region}`);
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
    const pair = this.pairs.get(`${monitorId}:${region}`);
    if (!pair || pair.recheckMs !== null) return;
    if (nextSlot(atMs - 1, pair.phaseMs, pair.config.interval_seconds) === atMs) return;
    this.pushRecheck(pair, atMs);
  }

  private pushRecheck(pair: Pair, atMs: number): void {
    pair.recheckMs = atMs;
    this.heap.push({ pair, dueMs: atMs, kind: "recheck" });
  }

  /** When the next check is due, epoch milliseconds. */
  nextDueMs(): number | null {
    return this.heap.peek()?.dueMs ?? null;
  }

  /** Takes the next due check; its pair's following slot is scheduled. Null when none is due. */
  take(nowMs: number): DueCheck | null {
    for (;;) {
      const top = this.heap.peek();
      if (!top || top.dueMs > nowMs) return null;
      this.heap.pop();
      if (top.pair.gone) continue;
      if (top.kind === "recheck") {
        top.pair.recheckMs = null;
        return { pair: top.pair, slotMs: top.dueMs, missed: [] };
      }
      return this.takeSlot(top, nowMs);
    }
  }

  private takeSlot({ pair, dueMs }: Due, nowMs: number): DueCheck {
    const { interval_seconds: interval } = pair.config;
    const nextMs = nextSlot(nowMs, pair.phaseMs, interval);
    this.heap.push({ pair, dueMs: nextMs, kind: "slot" });
    const slotMs = nextMs - interval * 1000;
    const missed: number[] = [];
    for (
      let at = Math.max(dueMs, slotMs - MISSED_TOLD_MAX * interval * 1000);
      at < slotMs;
      at += interval * 1000
    )
      missed.push(at);
    return { pair, slotMs, missed };
  }

  /** After a jump of the wall clock: every pair goes on with its next slot, nothing is made up for. */
  rebase(nowMs: number): void {
    this.heap.clear();
    for (const pair of this.pairs.values()) {
      pair.recheckMs = null;
      this.heap.push({
        pair,
        dueMs: nextSlot(nowMs, pair.phaseMs, pair.config.interval_seconds),
        kind: "slot",
      });
    }
  }
}

function hostOf(request: Record<string, unknown>): string {
  return typeof request.url === "string"
    ? (URL.parse(request.url)?.hostname ?? request.url)
    : String(request.host);
}
