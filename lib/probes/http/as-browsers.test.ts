import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

// What browsers show of these answers is what an assertion searches.

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
  ["utf-8", "grüße", /"utf-8" is no compression/],
  ["none", "grüße", /"none" is no compression/],
  ["aws-chunked", "grüße", /"aws-chunked" is no compression/],
  ["identity, gzip", gzipSync("grüße"), /^$/],
  ["aws-chunked,gzip", gzipSync("grüße"), /"aws-chunked" is no compression/],
])("a body whose coding is said to be %s is read", async (coding, bytes, warning) => {
  const result = await seen(
    () => body(`Content-Encoding: ${coding}\r\n`, bytes),
    has("GRÜSSE".replace("SS", "ß")),
  );
  expect(result).toMatchObject({ outcome: "up", error: null });
  expect(result.warnings.join()).toMatch(warning);
});

it.each(["zstd", "compress", "gzip, gzip"])(
  "a body in %s, which can't be read, is not believed",
  async (coding) => {
    const result = await seen(() => body(`Content-Encoding: ${coding}\r\n`, "x"), has("x"));
    expect(result).toMatchObject({ outcome: "down", error: { code: "http_decoding_failed" } });
  },
);

it.each([
  ["UTF-16 with a mark", "", Buffer.from("\ufeffgrüße", "utf16le")],
  ["big-endian UTF-16 with a mark", "", Buffer.from("\ufeffgrüße", "utf16le").swap16()],
  [
    "UTF-8 with a mark under a wrong charset",
    "Content-Type: text/html; charset=iso-8859-1\r\n",
    "\ufeffgrüße",
  ],
  [
    "a page that names its charset itself",
    "Content-Type: text/html\r\n",
    Buffer.from('<html><meta charset="iso-8859-1">grüße', "latin1"),
  ],
  [
    "a page that names it as http-equiv",
    "",
    Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">grüße', "latin1"),
  ],
  [
    "XML that names its encoding",
    "",
    Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>grüße</a>', "latin1"),
  ],
])("%s is searched in its own letters", async (_, headers, bytes) => {
  expect(await seen(() => body(headers, bytes), has("grüße"))).toMatchObject({ outcome: "up", error: null });
});

it("a header in UTF-8 is compared as the user wrote it, and shown so", async () => {
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
])("a redirect is followed whatever its body is: %s", async (_, text) => {
  const result = await seen((path, socket) => {
    if (path === "/there") return body("", "ok");
    if (!text.endsWith("\r\n\r\n")) setImmediate(() => socket.end());
    return [text];
  });
  expect(result).toMatchObject({ outcome: "up", status_code: 200 });
});

it("an empty Location leads nowhere", async () => {
  const result = await seen(() => ["HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 0\r\n\r\n"]);
  expect(result).toMatchObject({ outcome: "up", status_code: 302, redirects: [] });
});

it("an answer that breaks off tells the status that it began with, not that of the redirect before it", async () => {
  const result = await seen((path, socket) => {
    if (path !== "/there") return [`${REDIRECT}Content-Length: 0\r\n\r\n`];
    setImmediate(() => socket.end());
    return ["HTTP/1.1 503 Busy\r\nContent-Length: 90\r\n\r\nbusy"];
  });
  expect(result).toMatchObject({ outcome: "down", status_code: 503, error: { code: "http_truncated" } });
});
