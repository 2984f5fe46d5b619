import { readFileSync } from "node:fs";
import { createServer as createPlainServer, createSecureServer } from "node:http2";
import { createServer as createHttp1Server } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { forget } from "@/lib/shared/once";
import { check, monitorConfig } from "@/lib/testing/targets/check";

const file = (name: string) =>
  readFileSync(new URL(`../../testing/targets/certificates/${name}.pem`, import.meta.url));

const servers: Server[] = [];
afterEach(() => {
  forget("probes.http.versions");
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const has = (value: string) => ({
  success_assertions: [{ type: "response_body", operator: "contains", value }],
});
const tls = { key: file("self-signed.key"), cert: file("self-signed") };

it("speaks HTTP/2 with a server that speaks nothing else, time and again", async () => {
  const seen: string[] = [];
  const server = createSecureServer(tls, async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { host, "x-own": own, "user-agent": agent } = request.headers;
    seen.push(`${request.method} ${request.url} ${request.authority} ${host} ${own} ${agent} ${body}`);
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.end("needle");
  });
  const port = await portOf(server);
  const config = monitorConfig(
    {
      url: `https://127.0.0.1:${port}/a?b`,
      tls_skip_verify: true,
      method: "POST",
      body: "grüße",
      headers: [{ name: "X-Own", value: "yes" }],
    },
    has("needle"),
  );
  for (let turn = 0; turn < 2; turn += 1) {
    const result = await check(config);
    expect(result).toMatchObject({ outcome: "up", status_code: 200, error: null });
    expect(result.certificate).not.toBeNull();
    expect(result.timings.first_byte).toBeGreaterThan(0);
  }
  expect(seen).toEqual(Array(2).fill(`POST /a?b 127.0.0.1:${port} undefined yes Vedette/test grüße`));
});

/** Starts a server that ends a handshake in which HTTP/2 isn't offered without saying why. */
async function startAbrupt(speaks: () => string): Promise<{ url: string; handshakes(): number }> {
  let count = 0;
  const choose = ({ protocols }: { protocols: string[] }) => {
    count += 1;
    const chosen = protocols.find((protocol) => protocol === speaks());
    if (chosen === undefined) for (const socket of raw) socket.resetAndDestroy();
    return chosen;
  };
  const server = createSecureServer({ ...tls, allowHTTP1: true, ALPNCallback: choose }, (_, response) =>
    response.end("needle"),
  );
  const raw = new Set<Socket>();
  server.on("connection", (socket: Socket) =>
    raw.add(socket).add(socket.on("close", () => raw.delete(socket))),
  );
  return { url: `https://127.0.0.1:${await portOf(server)}/`, handshakes: () => count };
}

it("speaks HTTP/2 with a server that resets other handshakes, as browsers do", async () => {
  const { url, handshakes } = await startAbrupt(() => "h2");
  for (const expected of [2, 3]) {
    const result = await check(monitorConfig({ url, tls_skip_verify: true }, has("needle")));
    expect(result).toMatchObject({ outcome: "up", error: null });
    expect(handshakes()).toBe(expected);
  }
});

it("asks a server that spoke HTTP/1.1 only once, so that a reset handshake counts", async () => {
  let speaks = "http/1.1";
  const { url, handshakes } = await startAbrupt(() => speaks);
  const config = monitorConfig({ url, tls_skip_verify: true }, has("needle"));
  expect(await check(config)).toMatchObject({ outcome: "up" });
  speaks = "h2";
  expect(await check(config)).toMatchObject({ outcome: "down", error: { code: "tls_handshake_failed" } });
  expect(handshakes()).toBe(2);
});

it.each([
  ["a wrong status", 503, "assertion_failed"],
  ["a reset stream", null, "http_reset"],
])("judges HTTP/2 as HTTP/1.1: %s", async (_, status, code) => {
  const server = createSecureServer(tls, (request, response) => {
    if (status === null) request.stream.close(2);
    else response.writeHead(status).end();
  });
  const url = `https://127.0.0.1:${await portOf(server)}/`;
  const result = await check(monitorConfig({ url, tls_skip_verify: true }));
  expect(result).toMatchObject({ outcome: "down", error: { code } });
});

it("does not take a body for whole when its connection is closed in the middle (RFC 9113 §8.1)", async () => {
  let connection: Socket | undefined;
  const server = createSecureServer(tls, (_, response) => {
    response.write("needle", () => connection?.destroy());
  }).on("secureConnection", (socket: Socket) => {
    connection = socket;
  });
  const url = `https://127.0.0.1:${await portOf(server)}/`;
  const result = await check(monitorConfig({ url, tls_skip_verify: true }, has("needle")));
  expect(result).toMatchObject({ outcome: "down", error: { code: "http_truncated" } });
});

const SETTINGS = "000000 04 00 00000000";
/** `:status 200`, and a body with its end, then the end of the connection with ENHANCE_YOUR_CALM. */
const FRAMES = [
  "000001 01 04 00000001 88",
  `000006 00 01 00000001 ${Buffer.from("needle").toString("hex")}`,
  "000008 07 00 00000000 00000001 0000000b",
];

it("takes a complete response although the server then ends the connection with an error, as curl does", async () => {
  const server = createTlsServer({ ...tls, ALPNProtocols: ["h2"] }, (socket) => {
    socket.on("error", () => undefined);
    const send = (frame: string) => socket.write(Buffer.from(frame.replaceAll(" ", ""), "hex"));
    socket.setNoDelay(true);
    send(SETTINGS);
    let received = "";
    socket.on("data", (bytes: Buffer) => {
      received += bytes.toString("hex");
      // The frame with the request's headers, which ends the stream.
      if (!/000[0-9a-f]{3}010500000001/.test(received)) return;
      for (const frame of FRAMES) send(frame);
      socket.removeAllListeners("data");
    });
  });
  const url = `https://127.0.0.1:${await portOf(server)}/`;
  const result = await check(monitorConfig({ url, tls_skip_verify: true }, has("needle")));
  expect(result).toMatchObject({ outcome: "up", error: null });
});

it("follows a redirect and judges an endless body over HTTP/2", async () => {
  const server = createSecureServer(tls, (request, response) => {
    if (request.url === "/") return void response.writeHead(302, { location: "/there" }).end();
    response.write("needle");
  });
  const url = `https://127.0.0.1:${await portOf(server)}/`;
  const result = await check(
    monitorConfig({ url, tls_skip_verify: true }, { timeout_ms: 5000, ...has("needle") }),
  );
  expect(result).toMatchObject({ outcome: "up", redirects: [expect.stringContaining("/there")] });
});

it.each([
  [426, 200, "up"],
  [464, 200, "up"],
  [505, 503, "down"],
])(
  "asks a server that answers HTTP/1.1 with %i over HTTP/2, as curl and browsers do: %i is %s",
  async (old, status, outcome) => {
    const server = createSecureServer({ ...tls, allowHTTP1: true }, (request, response) => {
      response.writeHead(request.httpVersionMajor === 2 ? status : old).end();
    });
    const config = monitorConfig({
      url: `https://127.0.0.1:${await portOf(server)}/`,
      tls_skip_verify: true,
    });
    for (let turn = 0; turn < 2; turn += 1)
      expect(await check(config)).toMatchObject({ outcome, status_code: status });
  },
);

it("returns to HTTP/1.1 when the server doesn't speak HTTP/2 anymore", async () => {
  const server = createSecureServer({ ...tls, allowHTTP1: true }, (request, response) => {
    response.writeHead(request.httpVersionMajor === 2 ? 200 : 426).end();
  });
  const port = await portOf(server);
  const config = monitorConfig({ url: `https://127.0.0.1:${port}/`, tls_skip_verify: true });
  expect(await check(config)).toMatchObject({ outcome: "up" });
  await new Promise((resolve) => server.close(resolve));
  // It ignores what clients offer.
  const old = createTlsServer(tls, (socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes: Buffer) => {
      const status = bytes.toString("latin1").startsWith("GET ") ? "200 OK" : "400 Bad Request";
      socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    });
  });
  servers.push(old);
  await new Promise<void>((resolve) => old.listen(port, "127.0.0.1", resolve));
  expect(await check(config)).toMatchObject({ outcome: "up", status_code: 200 });
});

it("shows the answer over HTTP/1.1 if there is none over HTTP/2", async () => {
  const server = createHttp1Server(tls, (_, response) => response.writeHead(426).end("no"));
  const url = `https://127.0.0.1:${await portOf(server)}/`;
  const result = await check(monitorConfig({ url, tls_skip_verify: true }));
  expect(result).toMatchObject({ outcome: "down", status_code: 426, error: { code: "assertion_failed" } });
});

it("says that a server speaks only HTTP/2 without TLS, which browsers don't", async () => {
  const url = `http://127.0.0.1:${await portOf(createPlainServer())}/`;
  expect((await check(monitorConfig({ url }))).error).toEqual({
    code: "http_malformed",
    message: "the server speaks only HTTP/2",
  });
});
