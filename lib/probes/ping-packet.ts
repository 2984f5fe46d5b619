import type { PingFamily } from "./ping-fd";

/** RFC 792 (echo 8, reply 0) and RFC 4443 §4 (128, 129). */
const TYPES = { 4: { request: 8, reply: 0 }, 6: { request: 128, reply: 129 } } as const;
const HEADER_BYTES = 8;
const SEQUENCE_AT = 6;

/** Echo requests and replies of one sender. Checksum and identifier stay 0: a ping socket's kernel writes them. */
export class PingPacket {
  private readonly template: Buffer;

  constructor(
    private readonly family: PingFamily,
    private readonly token: Buffer,
  ) {
    this.template = Buffer.concat([Buffer.alloc(HEADER_BYTES), token]);
    this.template[0] = TYPES[family].request;
  }

  request(sequence: number): Buffer {
    const packet = Buffer.from(this.template);
    packet.writeUInt16BE(sequence, SEQUENCE_AT);
    return packet;
  }

  /** The sequence number of a reply to one of our requests; null for anything else. */
  sequenceOf(message: Buffer): number | null {
    if (message.length !== HEADER_BYTES + this.token.length) return null;
    if (message[0] !== TYPES[this.family].reply || message[1] !== 0) return null;
    if (!message.subarray(HEADER_BYTES).equals(this.token)) return null;
    return message.readUInt16BE(SEQUENCE_AT);
  }
}
