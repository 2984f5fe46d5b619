import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { type RawServer, startRawServer } from "./raw-server";

const folder = new URL("./certificates/", import.meta.url);
const key = readFileSync(new URL("self-signed.key.pem", folder));
const cert = readFileSync(new URL("self-signed.pem", folder));

/** What a server does when something arrives: sends this (text as Latin-1), turns to TLS after sending it, or closes. */
type Act = string | Buffer | { readonly thenTls: Sent } | null;
/** Several parts are sent so far apart that they arrive separately. */
type Sent = string | Buffer | readonly Buffer[];
const APART_MS = 30;

export interface Script {
  /** Sent when a connection opens. */
  readonly greeting?: string | Buffer;
  /** Whether TLS begins with the connection. */
  readonly isTls?: boolean;
  /** Returns the reaction to what arrived, as Latin-1 text. */
  readonly on?: (received: string) => Act;
}

/** Starts a TCP server that follows a script, with the self-signed certificate of `target.localhost`. */
export function startScriptedServer({ greeting, isTls, on = () => "" }: Script): Promise<RawServer> {
  const serve = (socket: Socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const act = on(chunk.toString("latin1"));
      if (act === null) socket.end();
      else if (typeof act === "string") socket.write(act, "latin1");
      else if (Buffer.isBuffer(act)) socket.write(act);
      else {
        socket.removeAllListeners("data");
        void sendAll(socket, act.thenTls).then(() => serve(secured(socket)));
      }
    });
  };
  return startRawServer((plain) => {
    const socket = isTls ? secured(plain) : plain;
    if (greeting !== undefined) socket.write(greeting);
    serve(socket);
  });
}

async function sendAll(socket: Socket, sent: Sent): Promise<void> {
  for (const [at, part] of [sent].flat().entries()) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, APART_MS));
    await new Promise<void>((resolve) => socket.write(part, () => resolve()));
  }
}

function secured(plain: Socket): TLSSocket {
  return new TLSSocket(plain, { isServer: true, key, cert });
}
