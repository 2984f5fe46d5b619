import { isUtf8 } from "node:buffer";
import { type IncomingMessage, request as nodeRequest } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { startRawServer } from "@/lib/testing/targets/raw-server";
import { Deadline } from "../net/deadline";
import { decodeBody } from "./decode";
import { readAnswer } from "./read-answer";
import { ResponseReader } from "./response";

// Valid responses of every shape, in randomly cut pieces, must read the same in our reader and in Node's parser.

const TOKEN = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,15}$/).map((name) => `X-${name}`);
const VALUE = fc
  .stringMatching(/^[\x21-\x7e\xa0-\xff]([\x20-\x7e\xa0-\xff\t]{0,40}[\x21-\x7e\xa0-\xff])?$/)
  .map((value) => value.trim());
const BODY = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
  fc.nat(100_000).map((size) => new Uint8Array(size).fill(97)),
);
/** These byte order marks make the text UTF-16, not UTF-8. */
const MARKS = [Buffer.from([0xfe, 0xff]), Buffer.from([0xff, 0xfe])];
const CODINGS = {
  identity: (body: Buffer) => body,
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

const MESSAGE = fc.record({
  method: fc.constantFrom("GET", "GET", "POST", "HEAD"),
  status: fc.oneof(fc.constantFrom(200, 204, 301, 304, 404, 503), fc.integer({ min: 200, max: 599 })),
  reason: fc.constantFrom("OK", "", "Not quite: so \xe4", "I'm a teapot"),
  interim: fc.array(fc.constantFrom(100, 102, 103), { maxLength: 3 }),
  headers: fc.array(fc.tuple(TOKEN, VALUE), { maxLength: 12 }),
  blank: fc.constantFrom("", " ", "  ", "\t"),
  body: BODY.map((bytes) => Buffer.from(bytes)).filter(
    (bytes) => !MARKS.some((mark) => mark.equals(bytes.subarray(0, 2))),
  ),
  coding: fc.constantFrom("identity", "gzip", "deflate", "br") as fc.Arbitrary<keyof typeof CODINGS>,
  framing: fc.constantFrom("length", "chunked", "close"),
  chunks: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }),
  extension: fc.constantFrom("", ";name=value", ';q="a b"'),
  trailer: fc.constantFrom("", "X-Sum: 1\r\n"),
  cuts: fc.array(fc.nat(2000), { maxLength: 6 }),
});
type Message = typeof MESSAGE extends fc.Arbitrary<infer T> ? T : never;

function hasBody({ method, status }: Message): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

function bytesOf(message: Message): Buffer {
  const { framing, blank } = message;
  const coded = CODINGS[message.coding](message.body);
  const lines = message.interim.map((status) => `HTTP/1.1 ${status} Wait\r\nX-Early: 1\r\n\r\n`);
  lines.push(`HTTP/1.1 ${message.status} ${message.reason}\r\n`);
  for (const [name, value] of message.headers) lines.push(`${name}:${blank}${value}${blank}\r\n`);
  if (message.coding !== "identity") lines.push(`Content-Encoding: ${message.coding}\r\n`);
  if (framing === "length") lines.push(`Content-Length: ${coded.length}\r\n`);
  if (framing === "chunked") lines.push("Transfer-Encoding: chunked\r\n");
  lines.push("Connection: close\r\n\r\n");
  const head = Buffer.from(lines.join(""), "latin1");
  if (!hasBody(message)) return head;
  return Buffer.concat([head, framing === "chunked" ? chunked(coded, message) : coded]);
}

function chunked(body: Buffer, { chunks, extension, trailer }: Message): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const part = body.subarray(at, at + (chunks[turn % chunks.length] ?? 1));
    const size = turn % 2 ? part.length.toString(16) : part.length.toString(16).toUpperCase();
    parts.push(Buffer.from(`${size}${extension}\r\n`), part, Buffer.from("\r\n"));
    at += part.length;
  }
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}

interface Read {
  status: number;
  headers: string[];
  body: string;
}

function byNode(port: number, method: string): Promise<Read> {
  return new Promise((resolve, reject) => {
    const sent = nodeRequest({ port, host: "127.0.0.1", method, agent: false }, (answer: IncomingMessage) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.rawHeaders,
          body: Buffer.concat(parts).toString("base64"),
        }),
      );
    });
    sent.once("error", reject);
    sent.end();
  });
}

async function byUs(port: number, method: string): Promise<Read & { raw: Buffer }> {
  const deadline = new Deadline(5000);
  const socket = connect({ port, host: "127.0.0.1" });
  try {
    const answer = readAnswer(socket, null, new ResponseReader(method), deadline);
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const { head, body } = await answer;
    return {
      status: head.statusCode,
      headers: head.headers.flatMap(([name, value]) => [name, value]),
      body: body.toString("base64"),
      raw: body,
    };
  } finally {
    socket.destroy();
    deadline.end();
  }
}

it("reads every valid response exactly as http.request does, byte for byte", async () => {
  let current: Message | null = null;
  const server = await startRawServer((socket) => {
    socket.setNoDelay(true);
    socket.once("data", () => {
      if (!current) return socket.destroy();
      const bytes = bytesOf(current);
      const cuts = [...current.cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
        (a, b) => a - b,
      );
      const send = (from: number, index: number): void => {
        const to = cuts[index];
        if (to === undefined) return void socket.end();
        socket.write(bytes.subarray(from, to), () => setImmediate(send, to, index + 1));
      };
      send(0, 0);
    });
  });
  const seed = Date.now() % 2 ** 31;
  process.stdout.write(`differential fuzz: seed ${seed}\n`);
  try {
    const property = fc.asyncProperty(MESSAGE, async (message) => {
      current = message;
      const [theirs, { raw, ...ours }] = [
        await byNode(server.port, message.method),
        await byUs(server.port, message.method),
      ];
      expect(ours).toEqual(theirs);
      if (!hasBody(message)) return;
      const headers = [["content-encoding", message.coding]] as const;
      const [read] = (await decodeBody(headers, { body: raw, whole: true })).readings;
      if (isUtf8(message.body) && read?.charset === "utf-8")
        expect(read.text).toBe(message.body.toString("utf8"));
    });
    await fc.assert(property, { seed, numRuns: 400 });
  } finally {
    await server.stop();
  }
});
