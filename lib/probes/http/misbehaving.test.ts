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

/** Behavior of the target, and the outcome: `up`, or the code of the failure. */
type Story = [
  name: string,
  outcome: string,
  does: (socket: Socket) => void,
  more?: { method?: string; assertions?: Record<string, unknown>[]; warning?: RegExp },
];

const stories: Story[] = [
  ["a plain response", "up", answers(`${OK}Content-Length: 2\r\n\r\nok`)],
  ["a response delimited by closing", "up", answers(`${OK}\r\nwhatever comes`)],
  [
    "a chunked response in single bytes",
    "up",
    (socket) =>
      void socket.once("data", () =>
        drip(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`),
      ),
  ],
  [
    "interim responses before the final one",
    "up",
    answers(
      "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
      `${OK}Content-Length: 0\r\n\r\n`,
    ),
  ],
  ["no reason phrase", "up", answers("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n")],
  [
    "a length on HEAD without a body",
    "up",
    staysOpen(`${OK}Content-Length: 500\r\n\r\n`),
    { method: "HEAD" },
  ],
  ["204 that stays open", "up", staysOpen("HTTP/1.1 204 No Content\r\n\r\n")],
  ["the same length twice", "up", answers(`${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`)],
  [
    "bare line feeds",
    "up",
    answers("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
    { warning: /bare line feed/ },
  ],
  [
    "a folded header",
    "up",
    answers(`${OK}X-Long: a\r\n b\r\nContent-Length: 0\r\n\r\n`),
    { warning: /folded/ },
  ],
  [
    "1,000 headers",
    "up",
    answers(`${OK}${"X: y\r\n".repeat(1000)}Content-Length: 2\r\n\r\nok`),
    { warning: /^the response has 1001 headers;/ },
  ],
  ...["HTTP/2.0", "HTTP/2", "HTTP/3", "HTTP/1.2"].map(
    (version): Story => [
      `a status line of ${version}`,
      "up",
      answers(`${version} 200 OK\r\nContent-Length: 2\r\n\r\nok`),
      { warning: /^the status line says HTTP\/[123]/ },
    ],
  ),
  ["more than 512 KiB without end", "up", (socket) => void socket.once("data", () => flood(socket))],
  [
    "a gzip body that is searched",
    "up",
    answers(`${OK}Content-Encoding: gzip\r\n\r\n`, gzipSync("needle")),
    { assertions: bodyHas("NEEDLE") },
  ],
  [
    "a decompression bomb",
    "http_body_too_large",
    answers(`${OK}Content-Encoding: gzip\r\n\r\n`, bomb),
    { assertions: bodyHas("needle") },
  ],
  [
    "a damaged gzip body",
    "http_decoding_failed",
    answers(`${OK}Content-Encoding: gzip\r\n\r\n`, "this is no gzip"),
    { assertions: bodyHas("x") },
  ],
  ["a body shorter than its length", "http_truncated", answers(`${OK}Content-Length: 10\r\n\r\nok`)],
  ["a chunked body that stops", "http_truncated", answers(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhe`)],
  ["headers that stop in the status line", "http_truncated", answers("HTTP/1.1 20")],
  ["an invalid chunk size", "http_malformed", answers(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)],
  [
    "a chunk longer than its declared size",
    "http_malformed",
    answers(`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n`),
  ],
  ["an SSH banner", "http_malformed", (socket) => void socket.write("SSH-2.0-OpenSSH_9.2\r\n")],
  ["HTTP/0.9", "http_malformed", answers("<html>hello</html>")],
  [
    "TLS garbage on a plain port",
    "http_malformed",
    (socket) => void socket.write(Buffer.from([21, 3, 3, 0, 2, 2, 40])),
  ],
  ["a 300 KiB header", "http_headers_too_large", answers(`${OK}X: ${"a".repeat(300 * 1024)}\r\n\r\n`)],
  ["a status line that stops", "http_timeout", staysOpen("HTTP/x")],
  ["headers larger than 256 KiB", "http_headers_too_large", answers(OK + "X: y\r\n".repeat(50_000), "\r\n")],
  ["endless interim responses", "http_malformed", answers("HTTP/1.1 100 Continue\r\n\r\n".repeat(1001))],
  ["a close without a response", "http_empty", (socket) => void socket.once("data", () => socket.end())],
  [
    "a reset before the response",
    "http_reset",
    (socket) => void socket.once("data", () => socket.resetAndDestroy()),
  ],
  ["an accepted connection without a response", "http_timeout", () => undefined],
  [
    "headers that drip forever",
    "http_timeout",
    (socket) => void socket.once("data", () => drip(socket, OK + "X: y\r\n".repeat(9999), 20)),
  ],
  [
    "a body that drips forever, in which a text is searched",
    "http_timeout",
    (socket) =>
      void socket.once("data", () =>
        drip(socket, `${OK}Content-Length: 99999\r\n\r\n${"x".repeat(9999)}`, 20),
      ),
    { assertions: bodyHas("needle") },
  ],
];

describe("judges a misbehaving HTTP target by what it did", () => {
  it.each(stories)("%s → %s", async (_, outcome, does, { method = "GET", assertions = [], warning } = {}) => {
    server = await startRawServer(does);
    const url = `http://127.0.0.1:${server.port}/`;
    const result = await check(monitorConfig({ url, method }, { success_assertions: assertions }));
    expect(result.error?.code ?? "up").toBe(outcome);
    expect(result.outcome).toBe(outcome === "up" ? "up" : "down");
    if (warning) expect(result.warnings.join()).toMatch(warning);
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
