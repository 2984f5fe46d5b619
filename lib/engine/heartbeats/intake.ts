import path from "node:path";
import { noteWaiting } from "@/lib/engine/health/late-signals";
import { monotonicMs, now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { insertSignals, type ReceivedSignal } from "@/lib/store/checks/heartbeat-signals";
import type { HeartbeatKey } from "@/lib/store/checks/heartbeats";
import { noteReception } from "@/lib/store/checks/reception";
import { isDataError } from "@/lib/store/core/database-errors";
import { processHeartbeats, RECEPTION_MAX_MS } from "./process";
import { SignalSpool } from "./spool";

const BATCH = 500;
/** A database that takes longer counts as unavailable, because clients wait ten seconds. */
const STORE_MAX_MS = 3000;
const AWAY_MS = 5000;
const FLUSH_MS = 1000;
const NOTED_MS = 10_000;
/** More signals are then processed in one transaction. */
const PROCESS_PAUSE_MS = 50;

interface Waiting {
  readonly signal: ReceivedSignal;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores signals durably before they are acknowledged: those that arrive while a transaction commits share the next one. While the
 * database is unavailable, they go to disk. Processing follows, apart from the acknowledgment.
 */
export class SignalIntake {
  #queue: Waiting[] = [];
  #isStoring = false;
  /** Until then, signals go to disk at once instead of each waiting for the database. */
  #awayUntilMs = 0;
  readonly #spool: SignalSpool;
  #changed = new Map<number, HeartbeatKey>();
  #processing: Promise<void> | null = null;
  #timers: NodeJS.Timeout[] = [];
  #flushing: Promise<void> | null = null;
  /** Why signals are still on disk. */
  #flushError: unknown;

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
    try {
      if (monotonicMs() < this.#awayUntilMs) throw new Error("the database was unavailable a moment ago");
      await inTime(insertSignals(signals));
      this.#process(signals);
    } catch (error) {
      if (isDataError(error) && batch.length > 1) {
        for (const one of batch) await this.#storeBatch([one]);
        return;
      }
      try {
        if (isDataError(error)) throw error;
        if (monotonicMs() >= this.#awayUntilMs) this.#awayUntilMs = monotonicMs() + AWAY_MS;
        await this.#spool.add(signals);
      } catch (refused) {
        for (const { reject } of batch) reject(refused);
        return;
      }
    }
    for (const { resolve } of batch) resolve();
  }

  #flush(): void {
    noteWaiting(this.#spool.count, this.#flushError);
    if (this.#spool.count === 0) return;
    this.#flushing ??= this.#spool
      .flush(async (signals) => {
        for (let at = 0; at < signals.length; at += BATCH) await insertSignals(signals.slice(at, at + BATCH));
        this.#process(signals);
      })
      .catch((error: unknown) => {
        this.#flushError = error;
      })
      .finally(() => {
        this.#flushing = null;
      });
  }

  #process(signals: readonly HeartbeatKey[]): void {
    for (const { projectId, monitorId } of signals) this.#changed.set(monitorId, { projectId, monitorId });
    this.#processing ??= this.#processAll().finally(() => {
      this.#processing = null;
    });
  }

  /** What fails here is processed by the minute tick. */
  async #processAll(): Promise<void> {
    while (this.#changed.size > 0) {
      const keys = [...this.#changed.values()];
      this.#changed = new Map();
      await processHeartbeats(keys, now().getTime()).catch((error: unknown) =>
        log.warn("signals could not be processed yet", { error }),
      );
      await new Promise((resolve) => setTimeout(resolve, PROCESS_PAUSE_MS));
    }
  }
}

/** Returns the intake of this process. */
export function signalIntake(): SignalIntake {
  return once("heartbeats.intake", () => new SignalIntake(path.join(env().DATA_DIR, "signals")));
}

/** Storing a signal twice changes nothing, so that a transaction that commits later does no harm. */
function inTime(storing: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the database didn't answer in time")), STORE_MAX_MS);
    storing.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
