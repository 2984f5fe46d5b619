import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import type { Duplex } from "node:stream";
import compression from "compression";
import next from "next";
import { ASKED_PATH } from "@/lib/presenters/accounts/sign-in-address";
import { STATIC_PATH, staticFiles } from "./static-files";

export interface NextApp {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Passes a development reload socket to Next.js; false before its first request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

/** Smaller pages hardly shrink. */
const COMPRESSED_FROM_BYTES = 1024;

type Pressed = Parameters<ReturnType<typeof compression>>;

interface NextOptions {
  readonly development: boolean;
  readonly dir: string;
  readonly port: number;
}

/**
 * Creates an unprepared Next.js app. Next.js listens for `upgrade` on `httpServer`, or else on the server of its first
 * request, and leaves most sockets unanswered, so it gets a server that never listens.
 */
export function createNext(options: NextOptions, httpServer = createServer()) {
  return next({
    dev: options.development,
    dir: options.dir,
    hostname: "localhost",
    port: options.port,
    quiet: !options.development,
    httpServer,
  });
}

/**
 * Passes Next.js the configuration that the build wrote, as Next's own standalone server does. Compiling next.config.ts
 * at each start would cost 0.4 s.
 */
function loadBuiltConfig(dir: string): void {
  const file = path.join(dir, ".next/required-server-files.json");
  const built = JSON.parse(readFileSync(file, "utf8")) as { config: unknown };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(built.config);
}

/** Prepares Next.js for the requests that reach it. */
export async function startNext(options: NextOptions): Promise<NextApp> {
  if (!options.development) loadBuiltConfig(options.dir);
  const httpServer = createServer();
  const app = createNext(options, httpServer);
  await app.prepare();
  const handle = app.getRequestHandler();
  const sendStatic = options.development ? null : staticFiles(path.join(options.dir, ".next/static"));
  const compress = compression({ threshold: COMPRESSED_FROM_BYTES });
  const upgrade: NextApp["upgrade"] = (...given) => httpServer.emit("upgrade", ...given);
  const handleAt: NextApp["handle"] = async (request, response) => {
    if (sendStatic && request.url?.startsWith(`${STATIC_PATH}/`)) return sendStatic(request, response);
    // Pages don't learn their own URL from Next.js. This overwrites what a client sends under this name.
    request.headers[ASKED_PATH] = request.url ?? "/";
    compress(request as Pressed[0], response as Pressed[1], () => undefined);
    return handle(request, response);
  };
  return { handle: handleAt, upgrade, close: () => app.close() };
}
