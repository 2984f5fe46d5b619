import { encodeName, nameAt } from "./dns-name";
import { RECORD_TYPES, type RecordType, recordText } from "./dns-record";

const INTERNET = 1;
const HEADER_BYTES = 12;
/** Type and class, at the end of a question. */
const QUESTION_END_BYTES = 4;
const HOPS_MAX = 16;
/** Flags (RFC 1035 §4.1.1): RD in a query; QR and TC in an answer. */
const RECURSION_DESIRED = 0x0100;
const ANSWER = 0x8000;
const TRUNCATED = 0x0200;
const RCODE = 0x000f;
const NXDOMAIN = 3;
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
 * Reads the answer to `query` as tolerantly as glibc or dig. Returns null for anything else: another ID or question, a query, or
 * bytes that break off or point outside the message before the first record.
 */
export function decodeReply(message: Buffer, query: Buffer): DnsReply | null {
  if (message.length < HEADER_BYTES || message.readUInt16BE(0) !== query.readUInt16BE(0)) return null;
  const flags = message.readUInt16BE(2);
  const rcode = flags & RCODE;
  if ((flags & ANSWER) === 0 || !isAbout(message, query, rcode)) return null;
  const isTruncated = (flags & TRUNCATED) !== 0;
  if (rcode !== 0) return { records: [], code: CODES[rcode] ?? `ERCODE${rcode}`, isTruncated };
  const asked = query.readUInt16BE(query.length - QUESTION_END_BYTES);
  const isBare = message.readUInt16BE(4) === 0;
  const resources = resourcesIn(message, isBare ? HEADER_BYTES : query.length, asked, isTruncated);
  if (resources === null) return null;
  const records = recordsOf(nameAt(query, HEADER_BYTES)?.name ?? "", asked, resources);
  if (isBare && records.length === 0) return null;
  return { records, code: records.length > 0 ? null : "ENODATA", isTruncated };
}

/** Returns whether an answer repeats the question. Some servers leave it out, which proves nothing if they say that there's nothing. */
function isAbout(message: Buffer, query: Buffer, rcode: number): boolean {
  const questions = message.readUInt16BE(4);
  if (questions === 0) return rcode !== NXDOMAIN;
  return questions === 1 && questionOf(message, query.length) === questionOf(query, query.length);
}

/** Returns name, type, and class as sent, in lowercase because servers may change a name's case (RFC 4343). */
function questionOf(message: Buffer, end: number): string {
  return message.toString("latin1", HEADER_BYTES, end).toLowerCase();
}

/**
 * Returns the aliases and the records of the asked type in the answer section; null when it's malformed. A section that is
 * truncated or has fewer records than it says yields what is there.
 */
function resourcesIn(message: Buffer, from: number, asked: number, isTruncated: boolean): Resource[] | null {
  const resources: Resource[] = [];
  let at = from;
  for (let left = message.readUInt16BE(6); left > 0; left -= 1) {
    const owner = nameAt(message, at);
    const data = (owner?.end ?? message.length) + 10;
    const end = data > message.length ? data : data + message.readUInt16BE(data - 2);
    if (owner === null || end > message.length) return isTruncated || resources.length > 0 ? resources : null;
    const type = message.readUInt16BE(owner.end);
    const isRead = type === asked || type === RECORD_TYPES.CNAME;
    const value = isRead ? recordText(message, type, data, end) : null;
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
  const aliases = resources.filter(({ type }) => type === RECORD_TYPES.CNAME && asked !== type);
  // How long each name that the aliases lead to is known. One name may have several aliases, although RFC 1034 §3.6.2 forbids it.
  const ttls = new Map([[name, Number.POSITIVE_INFINITY]]);
  for (const [owner, ttl] of ttls)
    for (const alias of ttls.size > HOPS_MAX ? [] : aliases)
      if (alias.name === owner && !ttls.has(alias.value)) ttls.set(alias.value, Math.min(ttl, alias.ttl));
  const records = resources.filter((each) => each.type === asked && ttls.has(each.name));
  const seen = new Map(
    records.map(({ name: owner, value, ttl }) => [value, Math.min(ttl, ttls.get(owner) ?? 0)]),
  );
  return [...seen].map(([value, ttl]) => ({ value, ttl }));
}
