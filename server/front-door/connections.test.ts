import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { until } from "@/lib/testing/pages/acme-page";
import { startFrontDoor, type TestFrontDoor } from "@/lib/testing/pages/front-door";
import { createNext } from "./next-app";

useDatabase();

const WEBSOCKET =
  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
const H2C =
  "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n";

let frontDoor: TestFrontDoor;
let release: () => void;

/** Creates a real Next.js handler, which attaches to the server before it notices that it isn't prepared. */
async function realNext() {
  const handle = createNext({ development: false, dir: process.cwd(), port: 0 }).getRequestHandler();
  return {
    handle: async (...pair: Parameters<typeof handle>) => {
      await handle(...pair).catch(() => undefined);
      pair[1].end("answered");
    },
    upgrade: () => false,
    close: async () => {},
  };
}

beforeEach(async () => {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const next = await realNext();
  frontDoor = await startFrontDoor({
    nextApp: async () => ({
      ...next,
      handle: async (request, response) => {
        if (request.url === "/slow") await held;
        await next.handle(request, response);
      },
    }),
  });
  await frontDoor.ask("/");
});
afterEach(async () => {
  release();
  await frontDoor.close();
});

interface Peer {
  readonly socket: Socket;
  text(): string;
  isClosed(): boolean;
}

async function send(raw: string): Promise<Peer> {
  const socket = connect(frontDoor.port, "127.0.0.1");
  let [text, closed] = ["", false];
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    closed = true;
  });
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(raw);
  return { socket, text: () => text, isClosed: () => closed };
}

const ask = (path: string, host: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;

describe("upgrades", () => {
  const places = ["/_next/webpack-hmr", "/_next/hmr", "//x", "/\\x", "/", "/api/healthz"].flatMap((path) =>
    ["localhost", "evil.example"].map((host) => [path, host] as const),
  );

  it.each(places)("rejects a WebSocket at %s of %s and closes the connection", async (path, host) => {
    const peer = await send(ask(path, host, WEBSOCKET));
    await until(async () => peer.isClosed());
    expect(peer.text()).toMatch(/^HTTP\/1\.1 400 /);
    await until(async () => frontDoor.connections.size === 0);
  });

  it.each(places)("answers an h2c upgrade at %s of %s as HTTP/1.1", async (path, host) => {
    const peer = await send(ask(path, host, H2C));
    await until(async () => /^HTTP\/1\.1 (200|400|404) /.test(peer.text()));
    peer.socket.destroy();
    await until(async () => frontDoor.connections.size === 0);
  });

  it("reads the body of a request that asks for h2c", async () => {
    const body = JSON.stringify({ email: "nobody@example.com", password: "x" });
    const peer = await send(
      `POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${H2C}\r\n${body}`,
    );
    await until(async () => peer.text().startsWith("HTTP/1.1 422 "));
    peer.socket.destroy();
  });
});

describe("a request without a Host header", () => {
  it.each(["1.0", "1.1"])("is answered at health paths only (HTTP/%s)", async (version) => {
    for (const path of ["/api/healthz", "/api/readyz", "/api/readyz/pages"]) {
      const peer = await send(`GET ${path} HTTP/${version}\r\n\r\n`);
      await until(async () => /^HTTP\/1\.1 200 /.test(peer.text()));
      peer.socket.destroy();
    }
    const peer = await send(`GET / HTTP/${version}\r\n\r\n`);
    await until(async () => /^HTTP\/1\.1 40[04] /.test(peer.text()));
    peer.socket.destroy();
  });
});

describe("shutting down", () => {
  it("closes every silent, half-sent, idle, and upgraded socket, but no active request", async () => {
    const slow = await send(ask("/slow", "localhost"));
    const others = [
      await send(""),
      await send("GET / HTTP/1.1\r\nHo"),
      await send(ask("/", "localhost")),
      await send(ask("/_next/hmr", "localhost", WEBSOCKET)),
    ];
    await until(async () => others[2]?.text().endsWith("answered") ?? false);
    const drained = frontDoor.connections.drain(frontDoor.draining);
    await until(async () => others.every((peer) => peer.isClosed()), 5000);
    expect(slow.isClosed()).toBe(false);
    release();
    expect(await drained).toBe(0);
    expect(slow.text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*answered$/);
  });

  it("keeps accepting for a while, asks clients to leave and closes unused connections", async () => {
    const idle = await send(ask("/", "localhost"));
    await until(async () => idle.text().endsWith("answered"));
    const over = new AbortController();
    const leaving = frontDoor.connections.leave(600_000, over.signal);
    const later = await send(ask("/", "localhost"));
    await until(async () => later.isClosed() && idle.isClosed());
    expect(later.text()).toMatch(/Connection: close[\s\S]*answered$/);
    over.abort();
    await leaving;
  });
});
