import type http from "node:http";
import net from "node:net";
import type { AppId } from "@/lib/contract/apps/registry";
import type { HttpStep } from "@/lib/notify/notice";
import type { Received } from "@/lib/testing/notifications/receiver";

/** A simulated vendor: what it accepts, how it responds, how it reports that it is too busy, and how it shows a message. */
export interface Provider {
  readonly app: AppId;
  /** Names it among several of one app. */
  readonly name: string;
  /** Environment variables that point to it. */
  readonly env: (url: string) => Record<string, string>;
  /** Settings of an integration that uses it. */
  readonly settings: (url: string) => Record<string, unknown>;
  readonly messageSettings: Record<string, unknown> | null;
  /** Returns what the vendor's reference forbids in this request; null if it is valid. */
  readonly refusal: (received: Received) => string | null;
  readonly success: (received: Received) => { status: number; body: unknown };
  /** A response with status 200 (or the usual one) that reports an error; null if the vendor has none. */
  readonly softError: { status: number; body: unknown } | null;
  /** How a 429 states how long to wait. */
  readonly busy: (seconds: number) => { body: unknown; headers: Record<string, string> };
  /** Whether notifications that it refuses are sent again. */
  readonly retriesRefusals?: true;
  /** How it shows a message to people. The style is for the whole page. */
  readonly look: { readonly style: string; readonly html: (step: HttpStep) => string };
}

export const MISBEHAVIOURS = [
  "refused",
  "tls",
  "silent",
  "drip",
  "reset",
  "truncated",
  "garbage",
  "500",
  "503 with Retry-After",
  "429",
  "429 with its wait",
  "408",
  "410",
  "400",
  "302",
  "200 with an error body",
] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

/** What a misbehavior below HTTP does on the socket; HTTP misbehaviors are not listed. */
const RAW: Partial<Record<Misbehaviour, (socket: net.Socket) => void>> = {
  silent: () => undefined,
  reset: (socket) => socket.once("data", () => socket.resetAndDestroy()),
  garbage: (socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.7\r\n")),
  truncated: (socket) =>
    socket.once("data", () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"ok":')),
  drip: (socket) =>
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const timer = setInterval(() => socket.write("1\r\n \r\n"), 20);
      socket.once("close", () => clearInterval(timer));
    }),
};

/** Starts a TCP server that misbehaves as given; returns null if the misbehavior speaks HTTP. */
export async function startRaw(
  misbehaviour: Misbehaviour,
): Promise<{ port: number; close(): Promise<void> } | null> {
  const behave = RAW[misbehaviour];
  if (!behave) return null;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Returns a port on which no one listens. */
export async function closedPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Responds as the vendor does: success to valid requests, 400 with the reason to invalid ones; or as the misbehavior says. */
export function behave(provider: Provider, misbehaviour: Misbehaviour | null) {
  return (received: Received, response: http.ServerResponse): void => {
    const { status, body, headers } = answerOf(provider, misbehaviour, received);
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

function answerOf(provider: Provider, misbehaviour: Misbehaviour | null, received: Received): Answer {
  const status = Number(/^\d{3}/.exec(misbehaviour ?? "")?.[0] ?? 0);
  switch (misbehaviour) {
    case "200 with an error body":
      return provider.softError ?? { status: 200, body: "error" };
    case "429 with its wait":
      return { status, ...provider.busy(120) };
    case "503 with Retry-After":
      return { status, body: "", headers: { "Retry-After": "120" } };
    case "302":
      return { status, body: "", headers: { Location: "/elsewhere" } };
    default:
  }
  if (status > 0) return { status, body: "no" };
  const refusal = provider.refusal(received);
  return refusal ? { status: 400, body: { error: refusal } } : provider.success(received);
}

/** Returns the JSON object in a request's body; empty if it isn't JSON. */
export function bodyOf(received: Pick<Received, "body">): Record<string, unknown> {
  try {
    return JSON.parse(received.body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns the first failed check; null if all hold. */
export function firstWrong(checks: readonly [boolean, string][]): string | null {
  return checks.find(([holds]) => !holds)?.[1] ?? null;
}

export const length = (value: unknown, min: number, max: number): boolean =>
  typeof value === "string" && [...value].length >= min && [...value].length <= max;
