import { createServer } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

let server: RawServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const OK = "HTTP/1.1 200 OK\r\n";
const has = (value: string) => [{ type: "response_body", operator: "contains", value }];

async function checked(
  does: (socket: Socket) => void,
  assertions: Record<string, unknown>[] = [],
  request: Record<string, unknown> = {},
) {
  server = await startRawServer((socket) => void socket.once("data", () => does(socket)));
  const url = `http://127.0.0.1:${server.port}/`;
  return check(monitorConfig({ url, ...request }, { success_assertions: assertions }));
}

const writes =
  (...parts: (string | Buffer)[]) =>
  (socket: Socket) => {
    for (const part of parts) socket.write(part);
  };

describe("does not report an outage for what browsers can read", () => {
  const chunks = "\r\n6\r\nneedle\r\n0\r\n\r\n";
  it.each([
    ["chunked declared twice", `Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n${chunks}`],
    ["chunked declared twice in one header", `Transfer-Encoding: chunked, Chunked\r\n${chunks}`],
    ["identity before chunked", `Transfer-Encoding: identity, chunked\r\n${chunks}`],
    ["identity beside a length", "Transfer-Encoding: identity\r\nContent-Length: 6\r\n\r\nneedle"],
    ["an empty coding beside a length", "Transfer-Encoding:\r\nContent-Length: 6\r\n\r\nneedle"],
  ])("finds the body and warns about the coding: %s", async (_, rest) => {
    const result = await checked(writes(OK + rest), has("needle"));
    expect(result).toMatchObject({ outcome: "up", error: null });
    expect(result.warnings.join()).toMatch(/the transfer coding is declared as|isn't a transfer coding/);
  });

  it("accepts a chunk size with leading zeros (RFC 9112 §7.1)", async () => {
    const sizes = "0000000000000006\r\nneedle\r\n0000000000000000\r\n\r\n";
    const result = await checked(writes(`${OK}Transfer-Encoding: chunked\r\n\r\n${sizes}`), has("needle"));
    expect(result).toMatchObject({ outcome: "up", warnings: [] });
  });

  it("accepts a length with leading zeros (RFC 9110 §8.6)", async () => {
    const result = await checked(
      writes(`${OK}Content-Length: 0000000000000000006\r\n\r\nneedle`),
      has("needle"),
    );
    expect(result).toMatchObject({ outcome: "up", warnings: [] });
  });

  it.each(["\r\n", "\n", "\r\n\r\n"])("warns about empty lines before the response: %j", async (before) => {
    const result = await checked((socket) => {
      socket.write(before);
      setImmediate(() => socket.write(`${OK}Content-Length: 0\r\n\r\n`));
    });
    expect(result).toMatchObject({ outcome: "up", status_code: 200 });
    expect(result.warnings.join()).toMatch(/starts with bytes/);
  });

  it("refuses endless empty lines before the response", async () => {
    const result = await checked(writes("\r\n\r\n\r\n"));
    expect(result).toMatchObject({ outcome: "down", error: { code: "http_malformed" } });
  });

  it.each(["\n", "<!-- 3 ms -->"])("ignores and warns about %j after a gzip body", async (behind) => {
    const body = Buffer.concat([gzipSync("needle"), Buffer.from(behind)]);
    const head = `${OK}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
    const result = await checked(writes(head, body), has("needle"));
    expect(result).toMatchObject({ outcome: "up", error: null });
    expect(result.warnings.join()).toMatch(/damaged at its end/);
  });
});

it("searches the received part of a truncated gzip body, wherever it ends", async () => {
  const body = gzipSync("needle".repeat(200));
  for (const missing of [1, 8, 9, 12]) {
    const part = body.subarray(0, -missing);
    const head = `${OK}Content-Encoding: gzip\r\nContent-Length: ${part.length}\r\n\r\n`;
    const result = await checked(writes(head, part), has("needle"));
    expect(result, String(missing)).toMatchObject({ outcome: "up", error: null });
    expect(result.warnings.join()).toMatch(/damaged at its end/);
    await server?.stop();
  }
});

describe("reports an outage immediately for what no browser can read", () => {
  it("a switch to another protocol (101) that wasn't requested", async () => {
    const result = await checked(
      writes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    );
    expect(result).toMatchObject({ outcome: "down", error: { code: "http_malformed" } });
    expect(result.error?.message).toMatch(/\(101\)/);
  });
});

it("accepts a repeated identical Location", async () => {
  const twice = "Location: /\r\nLocation: /\r\n";
  const result = await checked((socket) =>
    socket.write(`HTTP/1.1 302 Found\r\n${twice}Content-Length: 0\r\nConnection: close\r\n\r\n`),
  );
  expect(result.error?.code).toBe("http_too_many_redirects");
});

it("drops the body's headers when a redirect turns a POST into a GET (RFC 9110 §15.4)", async () => {
  const seen: string[] = [];
  const target = createServer((request, response) => {
    const { "content-type": type, "content-language": language, "x-own": own } = request.headers;
    seen.push(`${request.method} ${type} ${language} ${own}`);
    if (request.url === "/") response.writeHead(303, { location: "/there" });
    response.end();
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const address = target.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  const headers = [
    { name: "Content-Type", value: "application/json" },
    { name: "Content-Language", value: "de" },
    { name: "X-Own", value: "yes" },
  ];
  const result = await check(monitorConfig({ url, method: "POST", body: "{}", headers }));
  target.close();
  expect(result.outcome).toBe("up");
  expect(seen).toEqual(["POST application/json de yes", "GET undefined undefined yes"]);
});

it("explains a refused redirect in full, even when its URL looks like a secret's name", async () => {
  const result = await checked(
    writes("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"),
  );
  expect(result.error?.message).toBe(
    'the response redirects to "file:///etc/passwd", but only http and https URLs are followed',
  );
});
