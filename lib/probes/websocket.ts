import { createHash, randomBytes } from "node:crypto";
import { type WebsocketRequest, websocket } from "@/lib/contract/protocols/websocket";
import { type Conversation, talking } from "./conversation";
import { type Head, headEnd, parseHead, valuesOf } from "./http/head";
import { ProbeError } from "./net/probe-error";
import { warn } from "./probe";

/** RFC 6455 §1.3. */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const OP = { continued: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };
const SWITCHING_PROTOCOLS = 101;
const FINAL = 0x80;
const MASKED = 0x80;
const NORMAL = Buffer.from([3, 232]);
const SPEAKS = Buffer.from("\x08http/1.1", "latin1");
const SHOWN_CHARS_MAX = 100;
const FRAME_BYTES_MAX = 131_072;

/** Returns a frame with a mask, as clients send it (RFC 6455 §5.2). */
function frame(op: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const { length } = payload;
  const size = length < 126 ? [length] : [126, length >> 8, length & 0xff];
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([FINAL | op, MASKED | (size[0] ?? 0), ...size.slice(1)]), mask, masked]);
}

async function readFrame(talk: Conversation): Promise<{ op: number; isFinal: boolean; payload: Buffer }> {
  const head = await talk.bytes(2);
  const [first = 0, second = 0] = head;
  let length = second & 0x7f;
  if (length === 126) length = (await talk.bytes(2)).readUInt16BE();
  else if (length === 127) length = Number((await talk.bytes(8)).readBigUInt64BE());
  if (second & MASKED || length > FRAME_BYTES_MAX) throw talk.malformed(head, "a WebSocket server");
  return { op: first & 0xf, isFinal: (first & FINAL) !== 0, payload: await talk.bytes(length) };
}

/** Returns the next message, and answers pings in between. */
async function readMessage(talk: Conversation): Promise<string> {
  const parts: Buffer[] = [];
  for (;;) {
    const { op, isFinal, payload } = await readFrame(talk);
    if (op === OP.ping) talk.write(frame(OP.pong, payload));
    if (op === OP.close) {
      const code = payload.length < 2 ? "no code" : `code ${payload.readUInt16BE()}`;
      throw talk.error("closed", `the server closed the WebSocket with ${code}`);
    }
    if (op > OP.binary) continue;
    parts.push(payload);
    if (isFinal) return Buffer.concat(parts).toString("utf8");
  }
}

/** Opens the WebSocket (RFC 6455 §4). Throws ProbeError when the server doesn't switch protocols. */
async function open(talk: Conversation, { url, headers }: WebsocketRequest, agent: string): Promise<void> {
  const { host, pathname, search } = new URL(url);
  const key = randomBytes(16).toString("base64");
  const lines = [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    `User-Agent: ${agent}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${key}`,
    ...(headers ?? []).map(({ name, value }) => `${name}: ${value}`),
  ];
  talk.write(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"));
  const bytes = await talk.take((received) => {
    const end = headEnd(received);
    return end === -1 ? null : end;
  });
  requireSwitch(talk, bytes, key, /^sec-websocket-protocol:/im.test(lines.join("\n")));
}

/** Throws ProbeError unless browsers would take the response for a switch to the WebSocket protocol (RFC 6455 §4.1). */
function requireSwitch(talk: Conversation, bytes: Buffer, key: string, asksProtocol: boolean): void {
  const [status = ""] = bytes.toString("latin1").split(/\r?\n/, 1);
  const { statusCode, headers, warnings } = headOf(talk, bytes, status);
  for (const warning of warnings) warn(talk.finding, warning);
  if (statusCode !== SWITCHING_PROTOCOLS) throw talk.rejected(status);
  const accept = createHash("sha1").update(`${key}${GUID}`).digest("base64");
  const wanted: readonly (readonly [name: string, isRight: (values: string[]) => boolean])[] = [
    ["Upgrade", (values) => values.join().toLowerCase() === "websocket"],
    ["Connection", (values) => /(?:^|,)\s{0,9}upgrade\s{0,9}(?:,|$)/i.test(values.join())],
    ["Sec-WebSocket-Accept", (values) => values.join() === accept],
    ["Sec-WebSocket-Protocol", (values) => values.length === 0 || asksProtocol],
  ];
  for (const [name, isRight] of wanted) {
    const values = valuesOf(headers, name.toLowerCase());
    if (isRight(values)) continue;
    throw talk.malformed(
      values.length > 0 ? `${name}: ${values.join()}` : `no ${name}`,
      "a WebSocket server",
    );
  }
}

function headOf(talk: Conversation, bytes: Buffer, status: string): Head {
  try {
    return parseHead(bytes, bytes.length);
  } catch {
    throw talk.malformed(status, "an HTTP server");
  }
}

/** Reads until a message has the expected text. Throws the latest other one if none does. */
async function awaitMessage(talk: Conversation, expected: string | null): Promise<void> {
  let got: string | null = null;
  try {
    do got = await readMessage(talk);
    while (expected !== null && !got.includes(expected));
  } catch (error) {
    if (got === null) throw error;
    const shown = talk.withoutSecrets(got).slice(0, SHOWN_CHARS_MAX);
    const text = `no message is as expected (expected ${JSON.stringify(expected)}; got ${JSON.stringify(shown)})`;
    throw new ProbeError("assertion_failed", text);
  }
}

/** Checks that a server opens a WebSocket and, if the monitor says so, sends a message with the expected text. */
export const probeWebsocket = talking<WebsocketRequest>(
  "websocket",
  async (talk, request, { userAgent }) => {
    await open(talk, request, userAgent);
    talk.farewell = frame(OP.close, NORMAL);
    const { message, expected } = request;
    if (message !== null) talk.write(frame(OP.text, Buffer.from(message)));
    if (message !== null || expected !== null) await awaitMessage(talk, expected);
  },
  {
    speaks: SPEAKS,
    serverOf: (request) => ({ ...websocket.place(request), isTls: /^wss:/i.test(request.url) }),
  },
);
