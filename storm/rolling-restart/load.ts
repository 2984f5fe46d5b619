import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { now } from "@/lib/shared/clock";

const PAUSE_MS = 25;
/** How long a slow client takes to send its body. */
const SLOW_MS = 1500;
const TIMEOUT_MS = 30_000;

export interface Failure {
  readonly kind: string;
  readonly at: Date;
  readonly error: string;
}

export interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
  /** Titles of the incidents whose creation was acknowledged. */
  readonly created: readonly string[];
}

export interface Load {
  stop(): Promise<Tally>;
}

interface Call {
  readonly path: string;
  readonly agent: Agent | false;
  readonly expected: number;
  readonly text: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Sends the body in two halves with a pause in between. */
  readonly slowly?: boolean;
}

/** Sends requests of every kind without a break: API reads and writes, slow uploads, and status pages. */
export function startLoad(origin: string, api: Readonly<Record<string, string>>): Load {
  const counts = new Map<string, number>();
  const failures: Failure[] = [];
  const created: string[] = [];
  const kept = new Agent({ keepAlive: true });
  let isOver = false;
  const repeat = async (kind: string, next: () => Call & { readonly title?: string }) => {
    while (!isOver) {
      const { title, ...call } = next();
      const error = await send(origin, call).then(
        () => null,
        (caught: Error) => caught.message,
      );
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (error !== null) failures.push({ kind, at: now(), error });
      else if (title) created.push(title);
      await wait(PAUSE_MS);
    }
  };
  const read = { path: "/api/uptime/monitors", expected: 200, text: '"data":', headers: api };
  const page = { path: "/status/acme", expected: 200, text: "Acme status" };
  const create = (slowly: boolean) => () => {
    const title = `Load ${randomUUID()}`;
    const headers = { ...api, "idempotency-key": title };
    const body = JSON.stringify({ title, impact: "operational" });
    return {
      path: "/api/uptime/incidents",
      agent: kept,
      expected: 201,
      text: title,
      headers,
      body,
      slowly,
      title,
    };
  };
  const clients = [
    ...[1, 2, 3].map(() => repeat("API read, kept connection", () => ({ ...read, agent: kept }))),
    repeat("API read, new connection", () => ({ ...read, agent: false })),
    ...[1, 2, 3].map(() => repeat("status page, kept connection", () => ({ ...page, agent: kept }))),
    repeat("status page, new connection", () => ({ ...page, agent: false })),
    repeat("API write", create(false)),
    repeat("API write, slow body", create(true)),
  ];
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      kept.destroy();
      return { counts, failures, created };
    },
  };
}

/** Rejects unless the whole expected response arrives. */
function send(origin: string, call: Call): Promise<void> {
  const { path, agent, expected, text, headers = {}, body } = call;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request(`${origin}${path}`, {
      method: body === undefined ? "GET" : "POST",
      agent,
      headers: { ...headers, ...length },
      timeout: TIMEOUT_MS,
    });
    sent.once("timeout", () => sent.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
    sent.once("error", reject);
    sent.once("response", (response) => {
      textOf(response).then((whole) => {
        if (response.statusCode === expected && whole.includes(text)) resolve();
        else reject(new Error(`${response.statusCode} ${whole.slice(0, 100)}`));
      }, reject);
    });
    if (!call.slowly || body === undefined) return void sent.end(body);
    sent.write(body.slice(0, body.length / 2));
    setTimeout(() => sent.end(body.slice(body.length / 2)), SLOW_MS);
  });
}

/** Rejects when the connection closes before the response is complete. */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
