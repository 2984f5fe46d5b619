import type { Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { policyFrom } from "@/lib/probes/net/policy";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { exchange } from "./http";

// An exchange must end whatever the receiver does. One that never ends would block its delivery and those behind it forever.

const SHORT_MS = 1000;
/** Longer than any exchange takes that ends by itself, on the busiest machine. */
const LONG_MS = 120_000;
const OK = "HTTP/1.1 200 OK\r\n";

let server: RawServer | undefined;
afterEach(() => server?.stop());

async function sent(
  does: (socket: Socket) => void,
  timeoutMs: number,
  scheme = "http",
  statusSuffices = false,
): Promise<string> {
  server = await startRawServer((socket) => void socket.once("data", () => does(socket)));
  const step = {
    method: "POST",
    url: `${scheme}://127.0.0.1:${server.port}/`,
    headers: {},
    body: "{}",
  } as const;
  const options = { policy: policyFrom(["127.0.0.0/8"]), timeoutMs, statusSuffices };
  return exchange(step, options).then(
    ({ status, body }) => `${status} ${body.length}`,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const drip = (socket: Socket) => {
  socket.write(`${OK}Content-Length: 99999\r\n\r\n`);
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("x")), 20);
};
const flood = (socket: Socket) => {
  socket.write(`${OK}\r\n`);
  const push = () => {
    while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024, "a")));
    socket.once("drain", push);
  };
  push();
};
const writes = (text: string) => (socket: Socket) => void socket.write(text);

it.each<[string, (socket: Socket) => void, RegExp]>([
  [
    "switches to another protocol unasked (101)",
    writes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    /without a response$/,
  ],
  ["never ends its body", flood, /^200 65536$/],
  ["cuts off its body", (socket) => socket.end(`${OK}Content-Length: 20\r\n\r\nok`), /was cut off$/],
  ["closes", (socket) => socket.end(), /was reset$/],
  ["resets", (socket) => socket.resetAndDestroy(), /was reset$/],
  ["floods with headers", writes(OK + `X: ${"y".repeat(20)}\r\n`.repeat(20_000)), /overflow/i],
  ["speaks something else", writes("SSH-2.0-OpenSSH_9.2\r\n"), /Expected HTTP/],
  ["answers", writes(`${OK}Content-Length: 2\r\n\r\nok`), /^200 2$/],
])("the exchange ends when the receiver %s", async (_, does, outcome) => {
  expect(await sent(does, LONG_MS)).toMatch(outcome);
});

it.each<[string, (socket: Socket) => void]>([
  ["sends interim answers only", writes("HTTP/1.1 100 Continue\r\n\r\n".repeat(2000))],
  ["is silent", () => undefined],
  ["begins a body and stops", writes(`${OK}Content-Length: 20\r\n\r\nok`)],
  ["drips its body", drip],
])("the exchange ends at its time limit when the receiver %s", async (_, does) => {
  expect(await sent(does, SHORT_MS)).toMatch(/within 1 s$/);
});

const BOTH_LENGTHS = "Content-Length: 8\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n";

it.each<[string, (socket: Socket) => void]>([
  ["sends both length fields", writes(OK + BOTH_LENGTHS)],
  ["ends lines with a bare line feed", writes("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")],
  ["folds a header", writes(`${OK}X: a\r\n b\r\nContent-Length: 2\r\n\r\nok`)],
  [
    "sends as many headers as checks read",
    writes(`${OK}${"X: y\r\n".repeat(12_000)}Content-Length: 2\r\n\r\nok`),
  ],
])("reads a receiver that %s", async (_, does) => {
  expect(await sent(does, LONG_MS)).toBe("200 2");
});

it.each<[string, (socket: Socket) => void]>([
  ["sends a header that isn't one", writes(`${OK}X Device Id: 7\r\nContent-Length: 2\r\n\r\nok`)],
  ["sends a lone CR in a header", writes(`${OK}X: a\rb\r\nContent-Length: 2\r\n\r\nok`)],
  ["repeats its length", writes(`${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`)],
  ["says HTTP/2", writes("HTTP/2 200\r\nContent-Length: 2\r\n\r\nok")],
  ["cuts off its body", (socket) => socket.end(`${OK}Content-Length: 20\r\n\r\nok`)],
  ["closes after its status line", (socket) => socket.end(OK)],
  [
    "resets after its status line",
    (socket) => socket.write(OK, () => setTimeout(() => socket.resetAndDestroy(), 20)),
  ],
  ["floods with headers", writes(OK + `X: ${"y".repeat(20)}\r\n`.repeat(20_000))],
  ["never ends its body", flood],
  ["begins a body and stops", writes(`${OK}Content-Length: 20\r\n\r\nok`)],
  ["drips its body", drip],
])("accepts the status alone, where that suffices, from a receiver that %s", async (_, does) => {
  expect(await sent(does, LONG_MS, "http", true)).toMatch(/^200 /);
});

it.each([
  ["answers no HTTP", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["sends interim responses only", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["cuts off its status line", "HTTP/1.1 200 O"],
])("takes no status from a receiver that %s", async (_, text) => {
  expect(await sent((socket) => socket.end(text), LONG_MS, "http", true)).toMatch(/^ExchangeError/);
});

it("reports the reason of a TLS failure, not a line of OpenSSL's source", async () => {
  expect(await sent(writes("junk, junk and more junk"), LONG_MS, "https")).toBe(
    "ExchangeError: TLS: wrong version number",
  );
});

it("uses a connection again, and sends again at once when the server closed it meanwhile", async () => {
  const closesAfter = [2, 2];
  server = await startRawServer((socket) => {
    let left = closesAfter.shift() ?? 0;
    socket.on("data", () => {
      left -= 1;
      if (left < 0) socket.destroy();
      else socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
    });
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const step = { method: "POST", url, headers: {}, body: "{}" } as const;
  const policy = policyFrom(["127.0.0.0/8"]);
  for (let n = 1; n <= 3; n += 1)
    expect(await exchange(step, { policy })).toMatchObject({ status: 200, isPrivate: true });
  expect(server.connections()).toBe(2);
});

it("does not use a connection again for a policy that forbids its address", async () => {
  server = await startRawServer(
    (socket) => void socket.on("data", () => socket.write(`${OK}Content-Length: 0\r\n\r\n`)),
  );
  const url = `http://127.0.0.1:${server.port}/`;
  const step = { method: "POST", url, headers: {}, body: "{}" } as const;
  await exchange(step, { policy: policyFrom(["127.0.0.0/8"]) });
  await expect(exchange(step, { policy: policyFrom([]) })).rejects.toMatchObject({ final: true });
  expect(server.connections()).toBe(1);
});
