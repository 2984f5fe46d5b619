import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";

type Done = (release?: boolean | Error) => void;
type OnClient = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void;

const PATIENCE_MS = 5000;
const PAUSE_MS = 50;
/** The server isn't up (yet), is starting or stopping, or disconnected during the handshake. */
const UNAVAILABLE = new Set(["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE", "57P01", "57P02", "57P03"]);

interface Outage {
  sinceMs: number | null;
}

function outage(): Outage {
  return once("store.outage", () => ({ sinceMs: null }));
}

/** Returns for how long no connection could be opened because the database is unavailable, in ms; 0 while it's available. */
export function unavailableForMs(): number {
  const { sinceMs } = outage();
  return sinceMs === null ? 0 : monotonicMs() - sinceMs;
}

/** A pool whose callers wait up to 5 s for a restarting database. It only retries connecting, never a statement. */
export class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnClient): void;
  override connect(callback?: OnClient): Promise<pg.PoolClient> | undefined {
    const client = this.#patiently();
    if (!callback) return client;
    client.then(
      (got) => callback(undefined, got, (release) => got.release(release)),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #patiently(): Promise<pg.PoolClient> {
    const deadlineMs = monotonicMs() + PATIENCE_MS;
    for (;;) {
      try {
        const client = await super.connect();
        outage().sinceMs = null;
        return client;
      } catch (error) {
        if (isUnavailable(error)) outage().sinceMs ??= monotonicMs();
        if (!isUnavailable(error) || this.ending || monotonicMs() > deadlineMs) throw error;
        await wait(PAUSE_MS);
      }
    }
  }
}

/** Returns whether the error says that the database is unavailable, rather than that it rejects the connection. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return UNAVAILABLE.has(code ?? "") || message === "Connection terminated unexpectedly";
}
