import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { waitFor } from "@/lib/testing/processes/wait";
import { type Stack, startStack } from "./support/stack";

const ATTEMPTS = 300;
const UPGRADE =
  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";

let stack: Stack;
test.afterEach(() => stack.stop());

const descriptors = () => readdirSync(`/proc/${stack.child.pid}/fd`).length;
const statusOf = async (path: string) => (await fetch(`${stack.url}${path}`)).status;

function send(text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(stack.port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
    socket.write(text);
  });
}

test("upgrade attempts leak no descriptors and do not delay shutdown", async () => {
  test.skip(process.platform !== "linux", "counts descriptors in /proc");
  stack = await startStack();
  expect(await statusOf("/sign-in")).toBe(200);
  const before = descriptors();
  for (let count = 0; count < ATTEMPTS; count += 1) {
    const path = ["/_next/webpack-hmr", "//x", "/\\x"][count % 3];
    const socket = await send(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\n${UPGRADE}\r\n`);
    socket.resume();
    await new Promise((resolve) => socket.once("close", resolve));
  }
  await waitFor("the descriptors", () => descriptors() <= before + 5);
  await send("GET / HTTP/1.1\r\nHo");
  expect(await stack.terminate()).toBe(0);
});

test("a stopping server reports it is not ready and completes every request until it exits", async () => {
  stack = await startStack({ variables: { DRAIN_SECONDS: "3" } });
  const ended = stack.terminate();
  await waitFor("readiness to end", async () => (await statusOf("/api/readyz")) === 503);
  expect(await statusOf("/api/readyz/pages")).toBe(503);
  expect(await statusOf("/api/healthz")).toBe(200);
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  while (!outcomes.has("ECONNREFUSED")) {
    await fetch(`${stack.url}/sign-in`).then(
      (response) => count(String(response.status)),
      (error: Error) => count((error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message),
    );
  }
  // A connection that the system has accepted, but the server not yet, is reset when the server stops listening.
  expect(outcomes.get("ECONNRESET") ?? 0).toBeLessThanOrEqual(1);
  outcomes.delete("ECONNRESET");
  expect([...outcomes.keys()].sort()).toEqual(["200", "ECONNREFUSED"]);
  expect(await ended).toBe(0);
});
