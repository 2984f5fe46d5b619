import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { noteWaiting } from "@/lib/engine/health/late-signals";
import { monotonicMs, now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { insertSignals, type ReceivedSignal } from "@/lib/store/checks/heartbeat-signals";
import type { HeartbeatKey } from "@/lib/store/checks/heartbeats";
import { noteReception } from "@/lib/store/checks/reception";
import { isDataError } from "@/lib/store/core/database-errors";
import { byPart, ONE_SHARD, partOf, requireNodeOf } from "@/lib/store/core/sharding/projects";
import { processHeartbeats, RECEPTION_MAX_MS } from "./process";
import { SignalSpool } from "./spool";

const BATCH = 500;
/** A database that takes longer counts as unavailable, because clients wait ten seconds. */
const STORE_MAX_MS = 3000;
const AWAY_MS = 5000;
const FLUSH_MS = 1000;
const NOTED_MS = 10_000;
/** More signals are then processed in one transaction. */
const PAUSE_MIN_MS = 500;
/** At high rates, processing pauses several times as long as it took, because new signals are acknowledged first. */
const PAUSE_FACTOR = 3;
const PAUSE_MAX_MS = 3000;
/** A failure waits this long at most for the end of the pause. */
const FAILURE_WAIT_MS = 100;

interface Waiting {
  readonly signal: ReceivedSignal;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The parts of the projects that can't be stored at the moment. */
interface AwayParts {
  has(part: number): boolean;
  add(part: number): unknown;
}

/** Returns parts that are away for a while, so that signals go to disk at once instead of each waiting for the database. */
function awayForAWhile(): AwayParts {
  const until = new Map<number, number>();
  return {
    has: (part) => monotonicMs() < (until.get(part) ?? 0),
    add: (part) => until.set(part, monotonicMs() + AWAY_MS),
  };
}

/**
 * Stores signals durably before they are acknowledged: those that arrive while a transaction commits share the next one. While the
 * database, or in Citus their node, is unavailable, they go to disk. Processing follows, apart from the acknowledgment.
 */
export class SignalIntake {
  #queue: Waiting[] = [];
  #isStoring = false;
  readonly #away = awayForAWhile();
  readonly #spool: SignalSpool;
  /** Monitors with signals to process, those with a failure apart. */
  #changed = new Map<number, HeartbeatKey>();
  #failed = new Map<number, HeartbeatKey>();
  #pause = new AbortController();
  #processing: Promise<void> | null = null;
  #timers: NodeJS.Timeout[] = [];
  #flushing: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  /** Why signals are still on disk. */
  #error: unknown;

  constructor(folder: string) {
    this.#spool = new SignalSpool(folder);
  }

  /** Starts to note that signals are received, and to store what is on disk. */
  start(): void {
    const note = () =>
      void noteReception(now(), RECEPTION_MAX_MS).catch((error: unknown) =>
        log.debug("could not note that signals are received", { error }),
      );
    note();
    this.#timers = [setInterval(note, NOTED_MS), setInterval(() => this.#flush(), FLUSH_MS)];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort();
    this.#pause.abort();
    await this.#flushing;
    await this.#processing;
  }

  /** Resolves once the signal is durable. Throws `SpoolFull` if it can't be stored anywhere. */
  accept(signal: ReceivedSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ signal, resolve, reject });
      if (!this.#isStoring) void this.#store();
    });
  }

  async #store(): Promise<void> {
    this.#isStoring = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BATCH);
      await this.#storeBatch(batch);
    }
    this.#isStoring = false;
  }

  async #storeBatch(batch: readonly Waiting[]): Promise<void> {
    const signals = batch.map(({ signal }) => signal);
    let left: readonly ReceivedSignal[] = signals;
    try {
      left = await this.#storeParts(signals, this.#away);
      if (left.length > 0) await this.#spool.add(left);
    } catch (error) {
      if (isDataError(error) && batch.length > 1) {
        for (const one of batch) await this.#storeBatch([one]);
        return;
      }
      for (const { signal, reject } of batch) if (left.includes(signal)) reject(error);
    }
    for (const { resolve } of batch) resolve();
  }

  /** Stores the signals of each part of the projects apart, and has them processed. Returns those that can't be stored now. */
  async #storeParts(signals: readonly ReceivedSignal[], away: AwayParts): Promise<ReceivedSignal[]> {
    const left: ReceivedSignal[] = [];
    const attempt = async (part: number, own: readonly ReceivedSignal[], work: () => Promise<void>) => {
      try {
        if (away.has(part)) throw new Error("the database was unavailable a moment ago");
        await work();
      } catch (error) {
        if (isDataError(error)) throw error;
        if (!away.has(part)) away.add(part);
        this.#error = error;
        left.push(...own);
      }
    };
    await attempt(ONE_SHARD, signals, async () => {
      for (const [projects, own] of await inTime(byPart(signals, ({ projectId }) => projectId)))
        await attempt(partOf(projects[0] ?? 0), own, async () => {
          requireNodeOf(projects);
          await inTime(insertSignals(projects, own));
          this.#process(own);
        });
    });
    return left;
  }

  #flush(): void {
    noteWaiting(this.#spool.count, this.#error);
    if (this.#spool.count === 0) return;
    const away = new Set<number>();
    this.#flushing ??= this.#spool
      .flush(async (signals) => {
        const left: ReceivedSignal[] = [];
        for (let at = 0; at < signals.length; at += BATCH)
          left.push(...(await this.#storeParts(signals.slice(at, at + BATCH), away)));
        // The rest is read when the database is back. It may be hundreds of megabytes.
        return away.has(ONE_SHARD) && left.length === signals.length ? null : left;
      })
      .catch((error: unknown) => {
        this.#error = error;
      })
      .finally(() => {
        this.#flushing = null;
      });
  }

  #process(signals: readonly ReceivedSignal[]): void {
    for (const { projectId, monitorId, kind } of signals) {
      const changed = kind === "fail" ? this.#failed : this.#changed;
      changed.set(monitorId, { projectId, monitorId });
    }
    if (this.#failed.size > 0) this.#pause.abort();
    this.#processing ??= this.#processAll().finally(() => {
      this.#processing = null;
    });
  }

  /** Processes those with a failure first. What fails here is processed by the minute tick. */
  async #processAll(): Promise<void> {
    while (this.#failed.size + this.#changed.size > 0) {
      const rounds = [this.#failed, this.#changed];
      [this.#failed, this.#changed, this.#pause] = [new Map(), new Map(), new AbortController()];
      const beganMs = monotonicMs();
      for (const keys of rounds)
        await processHeartbeats([...keys.values()], now().getTime()).catch((error: unknown) =>
          log.warn("signals could not be processed yet", { error }),
        );
      const pauseMs = Math.max(PAUSE_MIN_MS, PAUSE_FACTOR * (monotonicMs() - beganMs));
      await this.#rest(FAILURE_WAIT_MS, this.#stopping.signal);
      await this.#rest(Math.min(PAUSE_MAX_MS, pauseMs) - FAILURE_WAIT_MS, this.#pause.signal);
    }
  }

  /** Resolves after `ms`, or earlier when the intake stops or `signal` says so. */
  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#stopping.signal.aborted) await wait(ms, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns the intake of this process. */
export function signalIntake(): SignalIntake {
  return once("heartbeats.intake", () => new SignalIntake(path.join(env().DATA_DIR, "signals")));
}

/** Storing a signal twice changes nothing, so that a transaction that commits later does no harm. */
function inTime<T>(storing: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the database didn't answer in time")), STORE_MAX_MS);
    storing.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
