import type { PingFamily } from "./ping-fd";

/** Types in RFC 792 (echo 8, reply 0) and RFC 4443 §4 (128, 129). */
const TYPES = { 4: { request: 8, reply: 0 }, 6: { request: 128, reply: 129 } } as const;
const HEADER_BYTES = 8;
const SEQUENCE_AT = 6;

/** Builds an echo request that carries `token`. Checksum and identifier stay 0 because the kernel fills them in for ping sockets. */
export function echoRequest(family: PingFamily, sequence: number, token: Buffer): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + token.length);
  packet[0] = TYPES[family].request;
  packet.writeUInt16BE(sequence, SEQUENCE_AT);
  token.copy(packet, HEADER_BYTES);
  return packet;
}

/** Returns the sequence number and payload of an echo reply; null for any other packet. */
export function readEchoReply(
  family: PingFamily,
  message: Buffer,
): { readonly sequence: number; readonly token: Buffer } | null {
  if (message.length < HEADER_BYTES) return null;
  if (message[0] !== TYPES[family].reply || message[1] !== 0) return null;
  return { sequence: message.readUInt16BE(SEQUENCE_AT), token: message.subarray(HEADER_BYTES) };
}
