import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staticFiles } from "./static-files";

const { compressFiles } = await import(new URL("../../scripts/support/compress.mjs", import.meta.url).href);

const SCRIPT = "export const answer = 42;\n".repeat(200);
const folder = mkdtempSync(path.join(tmpdir(), "vedette-static-"));
const server = createServer();

beforeAll(async () => {
  mkdirSync(path.join(folder, "static/chunks"), { recursive: true });
  writeFileSync(path.join(folder, "static/chunks/a1b2.js"), SCRIPT);
  writeFileSync(path.join(folder, "secret.txt"), "not public");
  compressFiles(path.join(folder, "static"));
  server.on("request", staticFiles(path.join(folder, "static")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Reply {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Buffer;
}

/** Sends the path as it is; `fetch` would normalize dots and decode the body. */
function get(target: string, encoding = "identity"): Promise<Reply> {
  const { port } = server.address() as AddressInfo;
  const headers = { "Accept-Encoding": encoding };
  return new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, path: target, headers }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
    })
      .on("error", reject)
      .end();
  });
}

test.each([
  ["identity", undefined, (body: Buffer) => body],
  ["gzip", "gzip", gunzipSync],
  ["gzip, deflate, br", "br", brotliDecompressSync],
] as const)("sends a script to a client that accepts %s", async (accepted, encoding, decode) => {
  const reply = await get("/_next/static/chunks/a1b2.js", accepted);
  expect(reply.status).toBe(200);
  expect(reply.headers["content-encoding"]).toBe(encoding);
  expect(reply.headers["content-type"]).toMatch(/^text\/javascript/);
  expect(reply.headers["cache-control"]).toBe("public,max-age=31536000,immutable");
  expect(reply.headers.vary).toMatch(/accept-encoding/i);
  expect(decode(reply.body).toString()).toBe(SCRIPT);
  if (encoding) expect(reply.body.length).toBeLessThan(SCRIPT.length / 10);
});

test.each([
  "/_next/static/chunks/none.js",
  "/_next/static/../secret.txt",
  "/_next/static/..%2fsecret.txt",
  "/_next/static/%2e%2e/secret.txt",
  "/_next/static/",
  "/_next/static/%",
])("answers 404 for %s", async (target) => {
  expect((await get(target)).status).toBe(404);
});
