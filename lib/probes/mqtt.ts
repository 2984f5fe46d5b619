import { randomBytes } from "node:crypto";
import type { MqttRequest } from "@/lib/contract/protocols/mqtt";
import { talking } from "./conversation";

const CONNACK = 2;
const DISCONNECT = Buffer.from([0xe0, 0]);
const KEEP_ALIVE_S = 60;
const FLAGS = { cleanSession: 0x02, password: 0x40, username: 0x80 };
/** MQTT 3.1.1 §3.2.2.3. */
const REFUSALS: Readonly<Record<number, string>> = {
  1: "the protocol version isn't supported",
  2: "the client ID was rejected",
  3: "the broker is unavailable",
  4: "the username or password is wrong",
  5: "the client isn't authorized",
};

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Returns a CONNECT packet of MQTT 3.1.1, which every broker accepts. */
function connectPacket({ username, password }: MqttRequest): Buffer {
  const isSigned = username !== null;
  const secret = isSigned ? password : null;
  const flags = FLAGS.cleanSession | (isSigned ? FLAGS.username : 0) | (secret === null ? 0 : FLAGS.password);
  const id = `vedette-${randomBytes(6).toString("hex")}`;
  const body = Buffer.concat([
    text("MQTT"),
    Buffer.from([4, flags, 0, KEEP_ALIVE_S]),
    ...[id, username, secret].flatMap((value) => (value === null ? [] : [text(value)])),
  ]);
  // The length has 7 bits per byte, of which this packet needs at most two.
  const length = body.length < 0x80 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Buffer.from([0x10, ...length]), body]);
}

/** Checks that an MQTT broker accepts a connection. */
export const probeMqtt = talking<MqttRequest>("mqtt", async (talk, request) => {
  talk.write(connectPacket(request));
  const reply = await talk.bytes(4);
  const [first = 0, length = 0, , code = 0] = reply;
  // A broker may reply as in MQTT 5, with properties behind the code.
  if (first >> 4 !== CONNACK || length < 2) throw talk.malformed(reply, "an MQTT broker");
  if (code !== 0)
    throw talk.error("rejected", `the broker refused the connection: ${REFUSALS[code] ?? `code ${code}`}`);
  talk.farewell = DISCONNECT;
});
