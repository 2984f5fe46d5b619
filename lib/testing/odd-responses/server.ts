import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { FIRST_STREAM, frame, frameAt, TYPE } from "@/lib/probes/http2/frame";
import { startRawServer } from "@/lib/testing/targets/raw-server";
import type { OddResponse } from "./odd-response";

const EVERY_MS = 50;
/** Length of "PRI * HTTP/2.0" and the rest with which clients begin (RFC 9113 §3.4). */
const PREFACE_BYTES = 24;
/** Where a frame of HTTP/2 names its stream. */
const STREAM_AT = 5;
/** A correct page of the same origin, from which a browser can fetch the odd response. */
export const BLANK_PATH = "/blank";
const BLANK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

const file = (name: string) => readFileSync(new URL(`../targets/certificates/${name}.pem`, import.meta.url));
const certificate = () => ({ key: file("self-signed.key"), cert: file("self-signed") });

interface OddServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a server on loopback that sends one odd response to each request. */
export async function startOddServer(odd: OddResponse, host = "127.0.0.1"): Promise<OddServer> {
  const isTls = odd.over !== "tcp";
  const ALPNProtocols = odd.over === "h2" ? Buffer.from("\x02h2") : undefined;
  const secureContext = isTls ? createSecureContext(certificate()) : undefined;
  const { port, stop } = await startRawServer((raw) => {
    const secured = isTls ? new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols }) : raw;
    secured.on("error", () => undefined);
    if (odd.over === "h2") serveHttp2(odd, secured, raw);
    else serve(odd, secured, raw);
  }, host);
  return { origin: `${isTls ? "https" : "http"}://${host}:${port}`, stop };
}

/** `raw` is the connection below TLS, or the same. */
function serve(odd: OddResponse, socket: Socket, raw: Socket): void {
  raw.setNoDelay(true);
  socket.on("data", (bytes: Buffer) => {
    const request = bytes.toString("latin1");
    // A body may arrive apart from its headers.
    if (!/^[A-Z]+ \S+ HTTP\//.test(request)) return;
    if (request.startsWith(`GET ${BLANK_PATH} `)) return void socket.end(BLANK);
    for (const part of odd.answer(request)) socket.write(part, "latin1");
    finish(odd, socket, raw);
  });
}

/** Sends the same frames to each request, in its own stream. */
function serveHttp2(odd: OddResponse, socket: Socket, raw: Socket): void {
  raw.setNoDelay(true);
  socket.write(frame(TYPE.settings, 0, "", 0));
  let received = Buffer.alloc(0);
  let isPrefaced = false;
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    if (!isPrefaced && received.length < PREFACE_BYTES) return;
    if (!isPrefaced) received = received.subarray(PREFACE_BYTES);
    isPrefaced = true;
    let read = 0;
    for (let next = frameAt(received, read); next; next = frameAt(received, read)) {
      read = next.end;
      if (next.type !== TYPE.headers) continue;
      for (const part of odd.answer("")) socket.write(inStream(Buffer.from(part), next.stream));
      finish(odd, socket, raw);
    }
    received = received.subarray(read);
  });
}

function inStream(sent: Buffer, stream: number): Buffer {
  if (sent.readUInt32BE(STREAM_AT) === FIRST_STREAM) sent.writeUInt32BE(stream, STREAM_AT);
  return sent;
}

function finish({ ending, over }: OddResponse, socket: Socket, raw: Socket): void {
  // The bytes must leave before an end or a reset below TLS, which would overtake them.
  if (ending === "closes" && over === "tls without close_notify") setTimeout(() => raw.end(), EVERY_MS);
  else if (ending === "closes") socket.end();
  if (ending === "resets")
    setTimeout(() => {
      if (!raw.destroyed) raw.resetAndDestroy();
    }, EVERY_MS);
  if (ending !== "continues") return;
  const timer = setInterval(() => socket.write("more"), EVERY_MS);
  socket.once("close", () => clearInterval(timer));
}
