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

/** Responds once the request's head has arrived. */
const answers =
  (...parts: (string | Buffer)[]) =>
  (socket: Socket) => {
    socket.once("data", () => {
      for (const part of parts) socket.write(part);
      socket.end();
    });
  };
const staysOpen = (text: string | Buffer) => (socket: Socket) =>
  void socket.once("data", () => socket.write(text));
const OK = "HTTP/1.1 200 OK\r\n";
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const bodyHas = (value: string) => [{ type: "response_body", operator: "contains", value }];

interface Story {
  name: string;
  does: (socket: Socket) => void;
  outcome: "up" | "down";
  code?: string;
  method?: string;
  assertions?: Record<string, unknown>[];
  warning?: RegExp;
}

const stories: Story[] = [
  { name: "a plain response", does: answers(`${OK}Content-Length: 2\r\n\r\nok`), outcome: "up" },
  { name: "a response delimited by closing", does: answers(`${OK}\r\nwhatever comes`), outcome: "up" },
  {
    name: "a chunked response in single bytes",
    does: (socket) =>
      void socket.once("data", () =>
        drip(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`),
      ),
    outcome: "up",
  },
  {
    name: "interim responses before the final one",
    does: answers(
      "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
      `${OK}Content-Length: 0\r\n\r\n`,
    ),
    outcome: "up",
  },
  { name: "no reason phrase", does: answers("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"), outcome: "up" },
  {
    name: "a length on HEAD without a body",
    does: staysOpen(`${OK}Content-Length: 500\r\n\r\n`),
    outcome: "up",
    method: "HEAD",
  },
  { name: "204 that stays open", does: staysOpen("HTTP/1.1 204 No Content\r\n\r\n"), outcome: "up" },
  {
    name: "the same length twice",
    does: answers(`${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`),
    outcome: "up",
  },
  {
    name: "bare line feeds",
    does: answers("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
    outcome: "up",
    warning: /bare line feed/,
  },
  {
    name: "a folded header",
    does: answers(`${OK}X-Long: a\r\n b\r\nContent-Length: 0\r\n\r\n`),
    outcome: "up",
    warning: /folded/,
  },
  {
    name: "1,000 headers",
    does: answers(`${OK}${"X: y\r\n".repeat(1000)}Content-Length: 2\r\n\r\nok`),
    outcome: "up",
    warning: /^the response has 1001 headers;/,
  },
  ...["HTTP/2.0", "HTTP/2", "HTTP/3", "HTTP/1.2"].map(
    (version): Story => ({
      name: `a status line of ${version}`,
      does: answers(`${version} 200 OK\r\nContent-Length: 2\r\n\r\nok`),
      outcome: "up",
      warning: /^the status line says HTTP\/[123]/,
    }),
  ),
  {
    name: "more than 512 KiB without end",
    does: (socket) => void socket.once("data", () => flood(socket)),
    outcome: "up",
  },
  {
    name: "a gzip body that is searched",
    does: answers(`${OK}Content-Encoding: gzip\r\n\r\n`, gzipSync("needle")),
    outcome: "up",
    assertions: bodyHas("NEEDLE"),
  },
  {
    name: "a decompression bomb",
    does: answers(`${OK}Content-Encoding: gzip\r\n\r\n`, bomb),
    outcome: "down",
    code: "http_body_too_large",
    assertions: bodyHas("needle"),
  },
  {
    name: "a damaged gzip body",
    does: answers(`${OK}Content-Encoding: gzip\r\n\r\n`, "this is no gzip"),
    outcome: "down",
    code: "http_decoding_failed",
    assertions: bodyHas("x"),
  },
  {
    name: "an unknown content coding",
    does: answers(`${OK}Content-Encoding: snappy\r\n\r\nx`),
    outcome: "down",
    code: "http_decoding_failed",
    assertions: bodyHas("x"),
  },
  {
    name: "a body shorter than its length",
    does: answers(`${OK}Content-Length: 10\r\n\r\nok`),
    outcome: "down",
    code: "http_truncated",
  },
  {
    name: "a chunked body that stops",
    does: answers(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhe`),
    outcome: "down",
    code: "http_truncated",
  },
  { name: "headers that stop", does: answers(`${OK}Content-Le`), outcome: "down", code: "http_truncated" },
  {
    name: "an invalid chunk size",
    does: answers(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "a chunk longer than its declared size",
    does: answers(`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n`),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "two different lengths",
    does: answers(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "a length and chunked together",
    does: answers(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "a length that isn't a number",
    does: answers(`${OK}Content-Length: -1\r\n\r\nok`),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "an SSH banner",
    does: (socket) => void socket.write("SSH-2.0-OpenSSH_9.2\r\n"),
    outcome: "down",
    code: "http_malformed",
  },
  { name: "HTTP/0.9", does: answers("<html>hello</html>"), outcome: "down", code: "http_malformed" },
  {
    name: "status 600 in words",
    does: answers("HTTP/1.1 OK\r\n\r\n"),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "a header without a colon",
    does: answers(`${OK}nonsense\r\n\r\n`),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "a space before the colon",
    does: answers(`${OK}Content-Length : 2\r\n\r\nok`),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "TLS garbage on a plain port",
    does: (socket) => void socket.write(Buffer.from([21, 3, 3, 0, 2, 2, 40])),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "a 128 KiB header",
    does: answers(`${OK}X: ${"a".repeat(128 * 1024)}\r\n\r\n`),
    outcome: "down",
    code: "http_headers_too_large",
  },
  {
    name: "a status line without a version",
    does: staysOpen("HTTP/x"),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "headers larger than 64 KiB",
    does: answers(OK + "X: y\r\n".repeat(12_000), "\r\n"),
    outcome: "down",
    code: "http_headers_too_large",
  },
  {
    name: "endless interim responses",
    does: answers("HTTP/1.1 100 Continue\r\n\r\n".repeat(50)),
    outcome: "down",
    code: "http_malformed",
  },
  {
    name: "a close without a response",
    does: (socket) => void socket.once("data", () => socket.end()),
    outcome: "down",
    code: "http_empty",
  },
  {
    name: "a reset before the response",
    does: (socket) => void socket.once("data", () => socket.resetAndDestroy()),
    outcome: "down",
    code: "http_reset",
  },
  {
    name: "an accepted connection without a response",
    does: () => undefined,
    outcome: "down",
    code: "http_timeout",
  },
  {
    name: "headers that drip forever",
    does: (socket) => void socket.once("data", () => drip(socket, OK + "X: y\r\n".repeat(9999), 20)),
    outcome: "down",
    code: "http_timeout",
  },
  {
    name: "a body that drips forever",
    does: (socket) =>
      void socket.once("data", () =>
        drip(socket, `${OK}Content-Length: 99999\r\n\r\n${"x".repeat(9999)}`, 20),
      ),
    outcome: "down",
    code: "http_timeout",
  },
];

describe("judges a misbehaving HTTP target by what it did", () => {
  it.each(stories)("$name → $outcome $code", async (story) => {
    server = await startRawServer(story.does);
    const config = monitorConfig(
      { url: `http://127.0.0.1:${server.port}/`, method: story.method ?? "GET" },
      { success_assertions: story.assertions ?? [] },
    );
    const result = await check(config);
    expect(result.error?.code).toBe(story.code);
    expect(result.outcome).toBe(story.outcome);
    if (story.warning) expect(result.warnings.join()).toMatch(story.warning);
    expect(result.timings.total ?? 0).toBeLessThan(2_000_000);
  });
});

function drip(socket: Socket, text: string, everyMs = 0): void {
  let at = 0;
  const next = () => {
    if (socket.destroyed || at >= text.length) {
      socket.end();
      return;
    }
    socket.write(text[at] ?? "");
    at += 1;
    setTimeout(next, everyMs);
  };
  next();
}

function flood(socket: Socket): void {
  socket.write(`${OK}\r\n`);
  const part = Buffer.alloc(64 * 1024, "a");
  const push = () => {
    while (!socket.destroyed && socket.write(part));
    if (!socket.destroyed) socket.once("drain", push);
  };
  push();
}
