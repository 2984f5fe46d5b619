import { RECORD_TYPES, type RecordType } from "@/lib/probes/net/dns-record";

/** A pointer to the name in the question (RFC 1035 §4.1.4). */
export const ASKED = Buffer.from([0xc0, 12]);

/** Encodes a name, uncompressed. */
export function dnsName(text: string): Buffer {
  const labels = text === "" ? [] : text.split(".");
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

/** Encodes strings as in a TXT record, each with its length. */
export function dnsStrings(...texts: (string | Buffer)[]): Buffer {
  return Buffer.concat(texts.map((text) => Buffer.from([Buffer.from(text).length, ...Buffer.from(text)])));
}

/** Encodes 16-bit numbers. */
export function dnsNumbers(...numbers: number[]): Buffer {
  return Buffer.from(numbers.flatMap((number) => [number >> 8, number & 0xff]));
}

/** Encodes a resource record of the name in the question, or of `owner`. */
export function dnsRecord(type: RecordType, data: Buffer, owner: Buffer = ASKED, ttl = 0): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(RECORD_TYPES[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}
