import { nameAt } from "./dns-name";

/** RFC 1035 §3.2.2, RFC 3596 §2.1, RFC 2782, RFC 8659. */
export const RECORD_TYPES = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  CAA: 257,
} as const;
export type RecordType = keyof typeof RECORD_TYPES;

type Reader = (message: Buffer, data: number, end: number) => string | null;

const READERS: Record<number, Reader> = {
  [RECORD_TYPES.A]: (message, data, end) => (end - data === 4 ? message.subarray(data, end).join(".") : null),
  [RECORD_TYPES.AAAA]: ipv6,
  [RECORD_TYPES.NS]: nameIn,
  [RECORD_TYPES.CNAME]: nameIn,
  [RECORD_TYPES.PTR]: nameIn,
  [RECORD_TYPES.MX]: (message, data, end) => numbersAndName(message, data, end, 1),
  [RECORD_TYPES.SRV]: (message, data, end) => numbersAndName(message, data, end, 3),
  [RECORD_TYPES.TXT]: (message, data, end) => textIn(message, data, end),
  [RECORD_TYPES.SOA]: authority,
  [RECORD_TYPES.CAA]: certificateAuthority,
};

/**
 * Returns the data of a record as zone files write it, in one normal form: names in lowercase without the final dot, the strings of a
 * TXT record joined. Returns null for other types and for malformed data.
 */
export function recordText(message: Buffer, type: number, data: number, end: number): string | null {
  return READERS[type]?.(message, data, end) ?? null;
}

function ipv6(message: Buffer, data: number, end: number): string | null {
  if (end - data !== 16) return null;
  const words = Array.from({ length: 8 }, (_, word) => message.readUInt16BE(data + 2 * word).toString(16));
  return new URL(`http://[${words.join(":")}]/`).hostname.slice(1, -1);
}

/** Returns a name that fills the data; `.` for the root. */
function nameIn(message: Buffer, data: number, end: number): string | null {
  const read = nameAt(message, data);
  return read?.end === end ? read.name || "." : null;
}

function numbersAndName(message: Buffer, data: number, end: number, count: number): string | null {
  if (end - data < 2 * count) return null;
  const numbers = Array.from({ length: count }, (_, at) => message.readUInt16BE(data + 2 * at));
  const name = nameIn(message, data + 2 * count, end);
  return name === null ? null : [...numbers, name].join(" ");
}

/** Joins the strings of a TXT record. A value longer than 255 bytes is split into several (RFC 7208 §3.3). */
function textIn(message: Buffer, data: number, end: number): string | null {
  const parts: Buffer[] = [];
  for (let at = data; at < end; ) {
    const next = at + 1 + (message[at] ?? 0);
    if (next > end) return null;
    parts.push(message.subarray(at + 1, next));
    at = next;
  }
  return parts.length > 0 ? Buffer.concat(parts).toString("utf8") : null;
}

const SOA_NUMBERS = 5;

function authority(message: Buffer, data: number, end: number): string | null {
  const primary = nameAt(message, data);
  const mailbox = primary && nameAt(message, primary.end);
  if (!mailbox || mailbox.end + 4 * SOA_NUMBERS !== end) return null;
  const numbers = Array.from({ length: SOA_NUMBERS }, (_, at) => message.readUInt32BE(mailbox.end + 4 * at));
  return [primary.name || ".", mailbox.name || ".", ...numbers].join(" ");
}

function certificateAuthority(message: Buffer, data: number, end: number): string | null {
  const length = message[data + 1];
  if (length === undefined || length === 0 || data + 2 + length > end) return null;
  const tag = message.toString("latin1", data + 2, data + 2 + length).toLowerCase();
  return `${message[data]} ${tag} "${message.toString("utf8", data + 2 + length, end)}"`;
}
