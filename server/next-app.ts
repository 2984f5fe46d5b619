import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import next from "next";
import { ASKED_PATH } from "@/lib/views/sign-in-address";

export interface NextApp {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Reload of development; there is none in production. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  close(): Promise<void>;
}

interface NextOptions {
  readonly development: boolean;
  readonly dir: string;
  readonly port: number;
}

/** Creates Next.js, not yet prepared. */
export function createNext(options: NextOptions) {
  return next({
    dev: options.development,
    dir: options.dir,
    hostname: "localhost",
    port: options.port,
    quiet: !options.development,
    // Next listens for `upgrade` on this server, or else on the one of its first request, and leaves most sockets unanswered.
    // This one never listens.
    httpServer: createServer(),
  });
}

/** Prepares Next.js for requests that the front door lets through to it. */
export async function startNext(options: NextOptions): Promise<NextApp> {
  const app = createNext(options);
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  const handleAt: NextApp["handle"] = (request, response) => {
    // Pages don't learn their own address from Next; what a client sends under this name is overwritten.
    request.headers[ASKED_PATH] = request.url ?? "/";
    return handle(request, response);
  };
  return { handle: handleAt, upgrade, close: () => app.close() };
}
