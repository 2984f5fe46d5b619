import { Socket } from "node:net";
import pg from "pg";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";

/** Twice as long as the server lets any statement run, so that silence means that the server or the network is gone. */
export const SILENCE_MS = 30_000;

/** Finds a dead server on a connection that waits for notifications: probes begin after 10 s, and the system gives up 10 s later. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const watched = new WeakSet<pg.Client>();
const TERMINATED = "Connection terminated because the database didn't answer";

/** The connections that wait for an answer, and since when. */
function waiting(): Map<Socket, number> {
  return once("store.waiting", () => new Map<Socket, number>());
}

/** Returns how long the oldest statement has been waiting for its answer, in ms. */
export function longestWaitMs(): number {
  return monotonicMs() - Math.min(monotonicMs(), ...waiting().values());
}

/** Ends the connections whose statements have waited this long, because they wait for a node that doesn't answer. */
export function giveUpWaiting(waitedMs: number): void {
  const sinceMs = monotonicMs() - waitedMs;
  for (const [stream, askedMs] of waiting()) if (askedMs <= sinceMs) stream.destroy(new Error(TERMINATED));
}

/**
 * Ends the connection if the server stays silent until the statements sent from now on are answered. A server that vanishes
 * without closing its connections, as in a failover, would otherwise keep callers waiting for 15 minutes or forever.
 */
export function awaitAnswer(client: pg.Client, silenceMs = SILENCE_MS): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  if (!watched.has(client)) {
    watched.add(client);
    client.on("drain", () => {
      stream.setTimeout(0);
      waiting().delete(stream);
    });
    stream.on("close", () => waiting().delete(stream));
    stream.on("timeout", () => {
      const { bytesRead } = stream;
      // After the process was suspended, the answer may have arrived, and is read before this.
      setImmediate(() => {
        if (stream.timeout && stream.bytesRead === bytesRead) stream.destroy(new Error(TERMINATED));
      });
    });
  }
  stream.setTimeout(silenceMs);
  waiting().set(stream, monotonicMs());
}

/** A connection that never waits forever. */
export class AttentiveClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    awaitAnswer(this);
    return (super.query as (...args: unknown[]) => unknown)(...args);
  }) as pg.Client["query"];
}
