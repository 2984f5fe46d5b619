import { createServer } from "node:http";

export interface ReceivedEvent {
  readonly event: string;
  readonly incident: string;
}

export interface Receiver {
  readonly url: string;
  /** Accepted notifications, in order. */
  readonly delivered: readonly ReceivedEvent[];
  /** Refused attempts. */
  readonly refused: readonly ReceivedEvent[];
  stop(): Promise<void>;
}

/** Receives alerts. A `slow` one refuses the first attempt of each notification, so that a second one is due later. */
export async function startReceiver(isSlow: boolean): Promise<Receiver> {
  const delivered: ReceivedEvent[] = [];
  const refused: ReceivedEvent[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ReceivedEvent;
    const isSame = (one: ReceivedEvent) => one.event === message.event && one.incident === message.incident;
    const isFirst = isSlow && !refused.some(isSame);
    (isFirst ? refused : delivered).push(message);
    response.writeHead(isFirst ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    delivered,
    refused,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
