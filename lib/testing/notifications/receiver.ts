import http from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Respond = (received: Received, response: http.ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How to respond to the next requests; 200 `ok` by default. */
  respond: Respond;
  close(): Promise<void>;
}

/** Starts a real HTTP server on a free port that stores requests and responds as configured. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(one);
      receiver.respond(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respond: (_, response) => response.end("ok"),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Responds with a status, JSON, or text, and headers. */
export function answer(status: number, body: unknown = "", headers: Record<string, string> = {}): Respond {
  return (_, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}
