import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { startRawServer } from "@/lib/testing/targets/raw-server";
import { KEYWORD, type OddResponse } from "./odd-response";

const EVERY_MS = 50;
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
  if (odd.over === "h2") return startHttp2Server(host);
  const isTls = odd.over !== "tcp";
  const secureContext = isTls ? createSecureContext(certificate()) : undefined;
  const { port, stop } = await startRawServer((raw) => {
    const secured = isTls ? new TLSSocket(raw, { isServer: true, secureContext }) : raw;
    secured.on("error", () => undefined);
    serve(odd, secured, raw);
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

async function startHttp2Server(host: string): Promise<OddServer> {
  const server = createSecureServer(certificate(), (_, response) => response.end(KEYWORD));
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    for (const session of sessions) session.destroy();
    server.close();
  };
  return { origin: `https://${host}:${port}`, stop };
}
