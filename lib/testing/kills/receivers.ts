import http from "node:http";
import type { AddressInfo, Server } from "node:net";
import { SMTPServer } from "smtp-server";
import type { App } from "./points";

/** A notification that arrived completely. */
export interface Arrival {
  readonly app: App;
  /** The ID by which a receiver recognizes repeats: `webhook-id`, `X-Sequence-ID`, `Message-ID`. */
  readonly id: string;
  readonly text: string;
}

export interface Receivers {
  readonly httpPort: number;
  readonly smtpUrl: string;
  readonly arrivals: Arrival[];
  /** Called at each stage of each notification; the response continues when it resolves. */
  onStage: (stage: string) => Promise<void>;
  close(): Promise<void>;
}

/** Starts a web server and a mail server on free ports that pause at each stage of a notification. */
export async function startReceivers(): Promise<Receivers> {
  const receivers = { arrivals: [] as Arrival[], onStage: (_: string) => Promise.resolve() };
  const web = webServer(receivers);
  const mail = mailServer(receivers);
  const httpPort = await listen(web);
  const smtpPort = await listen(mail.server);
  return Object.assign(receivers, {
    httpPort,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    close: async () => {
      web.closeAllConnections();
      await new Promise<void>((resolve) => web.close(() => resolve()));
      await new Promise<void>((resolve) => mail.close(() => resolve()));
    },
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

type Kept = Pick<Receivers, "arrivals" | "onStage">;

function webServer(kept: Kept): http.Server {
  const server = http.createServer(async (request, response) => {
    await kept.onStage("headers");
    const body = await bodyOf(request);
    if (body === null) return;
    const { "webhook-id": hookId, "x-sequence-id": sequenceId } = request.headers;
    kept.arrivals.push({
      app: hookId ? "outgoing_webhook" : "ntfy",
      id: String(hookId ?? sequenceId ?? ""),
      text: body,
    });
    await kept.onStage("body");
    const answer = JSON.stringify({ id: "taken", event: "message" });
    // Each notification gets a connection of its own, because that is a stage too.
    const close = { connection: "close", "content-length": answer.length };
    response.writeHead(200, { "content-type": "application/json", ...close });
    response.write(answer.slice(0, 8));
    await kept.onStage("half an answer");
    response.end(answer.slice(8), () => void kept.onStage("answered"));
  });
  server.on("connection", () => void kept.onStage("connection"));
  return server;
}

/** Returns null when the sender was gone before the end. */
async function bodyOf(request: http.IncomingMessage): Promise<string | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("utf8");
  } catch {
    return null;
  }
}

function mailServer(kept: Kept): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onConnect: (_, done) => void kept.onStage("connection").then(() => done()),
    onMailFrom: (_, __, done) => void kept.onStage("sender").then(() => done()),
    onRcptTo: (_, __, done) => void kept.onStage("recipient").then(() => done()),
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.once("data", () => void kept.onStage("mail begins"));
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const text = Buffer.concat(chunks).toString("utf8");
        kept.arrivals.push({ app: "email", id: /^Message-ID: *(.+)\r$/im.exec(text)?.[1] ?? "", text });
        await kept.onStage("mail read");
        done();
        await kept.onStage("taken");
      });
    },
  });
  // A killed sender breaks its connection, which is the point.
  server.on("error", () => undefined);
  return server;
}
