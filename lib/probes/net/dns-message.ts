import { encodeName, nameAt } from "./dns-name";
import { RECORD_TYPES, type RecordType, recordText } from "./dns-record";

const INTERNET = 1;
const HEADER_BYTES = 12;
/** Type and class, at the end of a question. */
const QUESTION_END_BYTES = 4;
const HOPS_MAX = 16;
/** Flags (RFC 1035 §4.1.1): RD in a query; QR, opcode, and TC in an answer. */
const RECURSION_DESIRED = 0x0100;
const QUERY_OR_OPCODE = 0xf800;
const ANSWER = 0x8000;
const TRUNCATED = 0x0200;
const RCODE = 0x000f;
/** Node's names for these codes. */
const CODES: Record<number, string> = {
  1: "EFORMERR",
  2: "ESERVFAIL",
  3: "ENOTFOUND",
  4: "ENOTIMP",
  5: "EREFUSED",
};

export interface DnsRecord {
  /** An address, or the data as zone files write it. */
  readonly value: string;
  /** In seconds. */
  readonly ttl: number;
}

/**
 * `code` is null if there are records, otherwise the reason why there are none. `isTruncated` means the answer must be fetched
 * over TCP.
 */
export interface DnsReply {
  readonly records: readonly DnsRecord[];
  readonly code: string | null;
  readonly isTruncated: boolean;
}

interface Resource {
  readonly name: string;
  readonly type: number;
  readonly ttl: number;
  /** The data as zone files write it. */
  readonly value: string;
}

/** Encodes a query for one name (RFC 1035 §4.1); null when the text isn't a valid name. */
export function encodeQuery(id: number, name: string, type: RecordType): Buffer | null {
  const encoded = encodeName(name);
  if (encoded === null) return null;
  const query = Buffer.concat([Buffer.alloc(HEADER_BYTES), encoded, Buffer.alloc(QUESTION_END_BYTES)]);
  query.writeUInt16BE(id, 0);
  query.writeUInt16BE(RECURSION_DESIRED, 2);
  query.writeUInt16BE(1, 4);
  query.writeUInt16BE(INTERNET, query.writeUInt16BE(RECORD_TYPES[type], query.length - QUESTION_END_BYTES));
  return query;
}

/**
 * Reads the answer to `query`. Returns null for anything else: another ID or question, a query, or bytes that break off or point
 * outside the message.
 */
export function decodeReply(message: Buffer, query: Buffer): DnsReply | null {
  if (message.length < query.length || message.readUInt16BE(0) !== query.readUInt16BE(0)) return null;
  const flags = message.readUInt16BE(2);
  if ((flags & QUERY_OR_OPCODE & ~0x0400) !== ANSWER || message.readUInt16BE(4) !== 1) return null;
  if (questionOf(message, query.length) !== questionOf(query, query.length)) return null;
  const isTruncated = (flags & TRUNCATED) !== 0;
  const asked = query.readUInt16BE(query.length - QUESTION_END_BYTES);
  const resources = resourcesIn(message, query.length, asked, isTruncated);
  if (resources === null) return null;
  const rcode = flags & RCODE;
  if (rcode !== 0) return { records: [], code: CODES[rcode] ?? `ERCODE${rcode}`, isTruncated };
  const records = recordsOf(nameAt(query, HEADER_BYTES)?.name ?? "", asked, resources);
  return { records, code: records.length > 0 ? null : "ENODATA", isTruncated };
}

/** Returns name, type, and class as sent, in lowercase because servers may change a name's case (RFC 4343). */
function questionOf(message: Buffer, end: number): string {
  return message.toString("latin1", HEADER_BYTES, end).toLowerCase();
}

/**
 * Returns the aliases and the records of the asked type in the answer section; null when it's malformed. A truncated
 * section yields what is there.
 */
function resourcesIn(message: Buffer, from: number, asked: number, isTruncated: boolean): Resource[] | null {
  const resources: Resource[] = [];
  let at = from;
  for (let left = message.readUInt16BE(6); left > 0; left -= 1) {
    const owner = nameAt(message, at);
    if (owner === null || owner.end + 10 > message.length) return isTruncated ? resources : null;
    const data = owner.end + 10;
    const end = data + message.readUInt16BE(owner.end + 8);
    if (end > message.length) return isTruncated ? resources : null;
    const type = message.readUInt16BE(owner.end);
    const isRead = type === asked || type === RECORD_TYPES.CNAME;
    const isInternet = message.readUInt16BE(owner.end + 2) === INTERNET;
    const value = isRead && isInternet ? recordText(message, type, data, end) : null;
    if (value !== null)
      resources.push({ name: owner.name, type, ttl: message.readUInt32BE(owner.end + 4), value });
    at = end;
  }
  return resources;
}

/**
 * Returns the records of a name, following its aliases unless they are what was asked for. A record lives no longer
 * than the aliases that lead to it.
 */
function recordsOf(name: string, asked: number, resources: readonly Resource[]): DnsRecord[] {
  let [owner, ttl] = [name, Number.POSITIVE_INFINITY];
  for (let hops = 0; hops < HOPS_MAX && asked !== RECORD_TYPES.CNAME; hops += 1) {
    const alias = resources.find((each) => each.type === RECORD_TYPES.CNAME && each.name === owner);
    if (!alias) break;
    [owner, ttl] = [alias.value, Math.min(ttl, alias.ttl)];
  }
  return resources
    .filter((each) => each.type === asked && each.name === owner)
    .map((each) => ({ value: each.value, ttl: Math.min(ttl, each.ttl) }));
}
