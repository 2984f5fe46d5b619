import type { Socket } from "node:net";
import zlib, { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

// Assertions must search what browsers show of these responses.

let server: RawServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const OK = "HTTP/1.1 200 OK\r\n";
const has = (value: string) => [{ type: "response_body", operator: "contains", value }];

async function seen(
  answer: (path: string, socket: Socket) => (string | Buffer)[],
  assertions: Record<string, unknown>[] = [],
) {
  server = await startRawServer((socket) => {
    socket.once("data", (request) => {
      const path = request.toString("latin1").split(" ")[1] ?? "";
      for (const part of answer(path, socket)) socket.write(part);
    });
  });
  const config = monitorConfig(
    { url: `http://127.0.0.1:${server.port}/` },
    { success_assertions: assertions },
  );
  return check(config);
}

const body = (headers: string, bytes: string | Buffer) => [
  `${OK}${headers}Content-Length: ${Buffer.byteLength(bytes)}\r\n\r\n`,
  bytes,
];

it.each([
  ["utf-8", "grüße", /"utf-8" isn't a compression format/],
  ["none", "grüße", /"none" isn't a compression format/],
  ["constructor", "grüße", /"constructor" isn't a compression format/],
  ["aws-chunked", "grüße", /"aws-chunked" isn't a compression format/],
  ["identity, gzip", gzipSync("grüße"), /^$/],
  ["aws-chunked,gzip", gzipSync("grüße"), /"aws-chunked" isn't a compression format/],
])("reads a body whose declared coding is %s", async (coding, bytes, warning) => {
  const result = await seen(
    () => body(`Content-Encoding: ${coding}\r\n`, bytes),
    has("GRÜSSE".replace("SS", "ß")),
  );
  expect(result).toMatchObject({ outcome: "up", error: null });
  expect(result.warnings.join()).toMatch(warning);
});

/** Returns a zstd frame (RFC 8878 §3.1.1) with the text in one uncompressed block. */
function zstdFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const [singleSegment, last] = [0x20, 1];
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, singleSegment, bytes.length, 0, 0, 0]);
  head.writeUIntLE((bytes.length << 3) | last, 6, 3);
  return Buffer.concat([head, bytes]);
}

const sendsZstd = (status = OK) => [
  `${status}Content-Encoding: zstd\r\nContent-Length: ${zstdFrame("grüße").length}\r\n\r\n`,
  zstdFrame("grüße"),
];

it("searches a zstd body if this Node.js can decode it, and otherwise calls the check inconclusive", async () => {
  const found = { outcome: "up", error: null };
  const error = { code: "unsupported", message: expect.stringMatching(/zstd.*Node\.js 22\.15/) };
  expect(await seen(() => sendsZstd(), has("grüße"))).toMatchObject(
    "createZstdDecompress" in zlib ? found : { outcome: "inconclusive", error },
  );
});

it("judges the status of a response whose zstd body it may not be able to search", async () => {
  const isOk = { type: "status_code", operator: "in", value: "2xx" };
  const result = await seen(() => sendsZstd("HTTP/1.1 503 Busy\r\n"), [isOk, ...has("grüße")]);
  expect(result).toMatchObject({ outcome: "down", error: { code: "assertion_failed" } });
  expect(result.assertions).toHaveLength("createZstdDecompress" in zlib ? 2 : 1);
});

it("does not accept a body that isn't compressed as declared", async () => {
  const result = await seen(() => body("Content-Encoding: gzip, gzip\r\n", "x"), has("x"));
  expect(result).toMatchObject({ outcome: "down", error: { code: "http_decoding_failed" } });
});

it.each([
  ["UTF-16 with a byte order mark", "", Buffer.from("\ufeffgrüße", "utf16le")],
  ["big-endian UTF-16 with a byte order mark", "", Buffer.from("\ufeffgrüße", "utf16le").swap16()],
  [
    "UTF-8 with a byte order mark and a wrong charset",
    "Content-Type: text/html; charset=iso-8859-1\r\n",
    "\ufeffgrüße",
  ],
  [
    "a page that declares its charset",
    "Content-Type: text/html\r\n",
    Buffer.from('<html><meta charset="iso-8859-1">grüße', "latin1"),
  ],
  [
    "a page that declares it as http-equiv",
    "",
    Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">grüße', "latin1"),
  ],
  [
    "XML that declares its encoding",
    "",
    Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>grüße</a>', "latin1"),
  ],
])("decodes %s before searching it", async (_, headers, bytes) => {
  expect(await seen(() => body(headers, bytes), has("grüße"))).toMatchObject({ outcome: "up", error: null });
});

it("compares and shows a UTF-8 header as the user wrote it", async () => {
  const assertion = { type: "response_header", selector: "X-City", operator: "equals", value: "münchen" };
  const answer = () => body("X-City: München\r\n", "ok");
  expect(await seen(answer, [assertion])).toMatchObject({ outcome: "up" });
  await server?.stop();
  const { error, trace } = await seen(answer, [{ ...assertion, value: "wien" }]);
  expect(error?.message).toContain("München");
  expect(JSON.stringify(trace?.response_headers)).toContain("München");
});

const REDIRECT = "HTTP/1.1 302 Found\r\nLocation: /there\r\n";
it.each([
  ["that never ends", `${REDIRECT}\r\n`],
  ["shorter than its length", `${REDIRECT}Content-Length: 900\r\n\r\nmoved`],
  ["in a damaged coding", `${REDIRECT}Transfer-Encoding: chunked\r\n\r\nzz`],
])("follows a redirect whatever its body is: %s", async (_, text) => {
  const result = await seen((path, socket) => {
    if (path === "/there") return body("", "ok");
    if (!text.endsWith("\r\n\r\n")) setImmediate(() => socket.end());
    return [text];
  });
  expect(result).toMatchObject({ outcome: "up", status_code: 200 });
});

it("treats an empty Location as no redirect", async () => {
  const result = await seen(() => ["HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 0\r\n\r\n"]);
  expect(result).toMatchObject({ outcome: "up", status_code: 302, redirects: [] });
});

it("reports the status of a response that breaks off, not of the redirect before it", async () => {
  const result = await seen((path, socket) => {
    if (path !== "/there") return [`${REDIRECT}Content-Length: 0\r\n\r\n`];
    setImmediate(() => socket.end());
    return ["HTTP/1.1 503 Busy\r\nContent-Length: 90\r\n\r\nbusy"];
  });
  expect(result).toMatchObject({ outcome: "down", status_code: 503, error: { code: "http_truncated" } });
});
