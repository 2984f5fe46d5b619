import { readFileSync } from "node:fs";
import { createServer as createPlainServer, createSecureServer } from "node:http2";
import type { AddressInfo, Server, Socket } from "node:net";
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
  expect(result).toMatchObject({ outcome: "down", error: { code: "http_reset" } });
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

it("says that a server speaks only HTTP/2 without TLS, which browsers don't", async () => {
  const url = `http://127.0.0.1:${await portOf(createPlainServer())}/`;
  expect((await check(monitorConfig({ url }))).error).toEqual({
    code: "http_malformed",
    message: "the server speaks only HTTP/2",
  });
});
