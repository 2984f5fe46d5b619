import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from "node:http2";
import type { Socket } from "node:net";
import { PassThrough, type Readable } from "node:stream";
import { HEAD_BYTES_MAX } from "./head";
import type { Hop } from "./request-text";

const PAIRS_MAX = 2000;
/** Fields of a request that HTTP/2 says in another way (RFC 9113 §8.2.2). */
const NOT_SENT = new Set(["host", "connection"]);

/** A request over HTTP/2 whose response reads like one of HTTP/1.1, so that one reader judges both. */
export interface Http2Exchange {
  readonly response: Readable;
  end(): void;
}

/** Sends a request, given as the text of HTTP/1.1, over a connection that negotiated h2. */
export function sendHttp2(socket: Socket, hop: Hop, text: string): Http2Exchange {
  const response = new PassThrough();
  const session: ClientHttp2Session = connect(hop.url.origin, {
    createConnection: () => socket,
    maxHeaderListPairs: PAIRS_MAX,
    settings: { enablePush: false, maxHeaderListSize: HEAD_BYTES_MAX },
  });
  const bodyAt = text.indexOf("\r\n\r\n") + 4;
  const body = text.slice(bodyAt);
  const stream = session.request(headersOf(hop, text.slice(0, bodyAt)), { endStream: body === "" });
  const received = receive(stream, response);
  // A server may end the connection with an error after a complete response.
  const fail = (error: Error) => (received.isWhole() ? response.end() : response.destroy(error));
  session.on("error", fail);
  stream.on("error", fail);
  stream.once("close", () => {
    if (stream.rstCode === constants.NGHTTP2_NO_ERROR) response.end();
    // What arrived before the connection was closed may be complete.
    else setImmediate(fail, new Error("the stream was closed before its end"));
  });
  if (body !== "") stream.end(body, "latin1");
  return {
    response,
    end: () => {
      response.destroy();
      session.destroy();
    },
  };
}

/** Passes on a response. Node discards what it read if it finds an error in the same bytes, so the body is taken as it comes. */
function receive(stream: ClientHttp2Stream, response: PassThrough): { isWhole(): boolean } {
  const early: Buffer[] = [];
  let [isBegun, isEnded] = [false, false];
  const push = stream.push.bind(stream);
  stream.push = (chunk, encoding) => {
    isEnded ||= chunk === null && !stream.closed;
    return push(chunk, encoding);
  };
  // A reader that doesn't keep up must not make an endless body fill the memory.
  const pass = (chunk: Buffer) => response.write(chunk) || stream.pause();
  response.on("drain", () => stream.resume());
  stream.on("data", (chunk: Buffer) => (isBegun ? pass(chunk) : early.push(chunk)));
  // Reported after a body that arrives with it.
  stream.once("response", (headers) => {
    isBegun = true;
    response.write(headText(headers), "latin1");
    for (const chunk of early) pass(chunk);
  });
  return { isWhole: () => isBegun && isEnded };
}

function headersOf({ method, url }: Hop, head: string): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {
    [constants.HTTP2_HEADER_METHOD]: method,
    [constants.HTTP2_HEADER_PATH]: `${url.pathname}${url.search}`,
    [constants.HTTP2_HEADER_SCHEME]: url.protocol.slice(0, -1),
    [constants.HTTP2_HEADER_AUTHORITY]: url.host,
  };
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (name === "" || NOT_SENT.has(name)) continue;
    const value = line.slice(colon + 1).trim();
    const known = headers[name];
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  return headers;
}

function headText(headers: IncomingHttpHeaders & { ":status"?: number }): string {
  let text = `HTTP/1.1 ${headers[":status"] ?? 0}\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":")) continue;
    for (const each of [value ?? ""].flat()) text += `${name}: ${each}\r\n`;
  }
  return `${text}\r\n`;
}
