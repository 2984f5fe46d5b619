import type { Server } from "node:http";
import type { Socket } from "node:net";

const LIMIT_MS = 10_000;
const IDLE_SWEEP_MS = 50;

/**
 * Stops accepting, lets requests in flight finish, ends event streams through `streams`, and cuts what is left after 10 s.
 * Resolves when every connection is gone. `quiet` says whether nothing had to be cut.
 */
export async function drain(server: Server, streams: AbortController): Promise<{ quiet: boolean }> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  streams.abort();
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  server.closeIdleConnections();
  let quiet = true;
  const limit = setTimeout(() => {
    quiet = false;
    server.closeAllConnections();
  }, LIMIT_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
  return { quiet };
}

/** Upgraded sockets (reload of `npm run dev`) are no longer the server's: they are ended by hand. */
export function endOnDrain(socket: Socket, streams: AbortSignal): void {
  streams.addEventListener("abort", () => socket.destroy(), { once: true });
}
