import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { SERVER_OPTIONS } from "./limits";

/** How long a connection without an active request may take to send one. */
const UNUSED_MS = 1000;
/** The same after the server stopped accepting connections. */
const LAST_WORD_MS = 500;
const CUT_MS = 10_000;
const POLL_MS = 50;

/**
 * The HTTP server with every socket that it accepted. Node's own list leaves out upgraded sockets and counts sockets that
 * never sent a byte as busy, so Node can't close a server by itself.
 */
export class Connections {
  readonly server: Server;
  /** The newest response of each open socket; null before its first request. */
  readonly #sockets = new Map<Socket, ServerResponse | null>();
  #isLeaving = false;

  constructor(handle: RequestListener) {
    this.server = createServer(SERVER_OPTIONS, (request, response) => {
      this.#begin(request, response);
      handle(request, response);
    });
    this.server.on("connection", (socket: Socket) => {
      this.#sockets.set(socket, null);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  get size(): number {
    return this.#sockets.size;
  }

  /**
   * Keeps accepting and answering for `forMs`, or until `over` aborts. Every response closes its connection, and so does a
   * second without use, so that clients and load balancers move to another server without a request being cut off.
   */
  async leave(forMs: number, over: AbortSignal): Promise<void> {
    this.#isLeaving = true;
    const untilMs = monotonicMs() + forMs;
    let seen = new Map(this.#sockets);
    while (!over.aborted && monotonicMs() < untilMs) {
      await wait(Math.min(UNUSED_MS, untilMs - monotonicMs()), undefined, { signal: over }).catch(
        () => undefined,
      );
      this.#closeUnused((socket, response) => seen.get(socket) === response);
      seen = new Map(this.#sockets);
    }
  }

  /**
   * Stops accepting, ends event streams through `streams`, lets active requests finish, and closes the rest after 10 s.
   * Resolves with the number of requests that were cut off, once every socket is closed.
   */
  async drain(streams: AbortController): Promise<number> {
    this.#isLeaving = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    streams.abort();
    const beganMs = monotonicMs();
    let cut = 0;
    while (this.#sockets.size > 0) {
      this.server.closeIdleConnections();
      if (monotonicMs() - beganMs >= LAST_WORD_MS) this.#closeUnused(() => true);
      if (monotonicMs() - beganMs >= CUT_MS) cut = Math.max(cut, this.#closeAll());
      await wait(POLL_MS);
    }
    await closed;
    return cut;
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#sockets.set(request.socket, response);
    if (this.#isLeaving) response.shouldKeepAlive = false;
  }

  #closeUnused(isDue: (socket: Socket, response: ServerResponse | null) => boolean): void {
    for (const [socket, response] of this.#sockets) {
      if (!isInFlight(response) && isDue(socket, response)) socket.destroy();
    }
  }

  #closeAll(): number {
    const { size } = this.#sockets;
    for (const socket of this.#sockets.keys()) socket.destroy();
    return size;
  }
}

function isInFlight(response: ServerResponse | null): boolean {
  return response !== null && !response.writableFinished && !response.destroyed;
}
