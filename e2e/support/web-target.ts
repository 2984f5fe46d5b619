import { createServer, type IncomingHttpHeaders } from "node:http";
import { waitFor } from "./wait";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebTarget {
  readonly url: string;
  readonly received: Received[];
  /** Answers every request with this status from now on. */
  answer(status: number): void;
  waitForRequest(
    what: string,
    matches: (request: Received) => boolean,
    timeoutMs?: number,
  ): Promise<Received>;
  stop(): Promise<void>;
}

/** Starts a real HTTP server on a free port: a target that fails on command or a webhook receiver. */
export async function startWebTarget(): Promise<WebTarget> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
    response
      .writeHead(status, { "content-type": "text/plain" })
      .end(status === 200 ? "all is well" : "it broke");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    answer: (next) => {
      status = next;
    },
    waitForRequest: (what, matches, timeoutMs = 150_000) =>
      waitFor(what, () => received.find(matches), timeoutMs),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
