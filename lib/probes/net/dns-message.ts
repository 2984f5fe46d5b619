/** RFC 1035 §3.2.2, RFC 3596 §2.1. */
const TYPES = { A: 1, AAAA: 28 } as const;
const CNAME = 5;
const INTERNET = 1;
const HEADER_BYTES = 12;
const NAME_BYTES_MAX = 255;
const LABEL_BYTES_MAX = 63;
const HOPS_MAX = 16;
/** Flags (RFC 1035 §4.1.1): RD in a query; QR, opcode and TC in an answer. */
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

export type RecordType = keyof typeof TYPES;

export interface DnsRecord {
  readonly address: string;
  /** In seconds. */
  readonly ttl: number;
}

/**
 * `code` is null when there are records, else the reason there are none. `isTruncated` means the answer must be
 * fetched over TCP.
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
  /** An address, or the name that an alias points to. */
  readonly value: string;
}

/** Encodes a query for one name (RFC 1035 §4.1); null when the text isn't a valid name. */
export function encodeQuery(id: number, name: string, type: RecordType): Buffer | null {
  const labels = name.split(".");
  if (name.length + 2 > NAME_BYTES_MAX || !/^[!-~]*$/.test(name)) return null;
  if (labels.some((label) => label === "" || label.length > LABEL_BYTES_MAX)) return null;
  const query = Buffer.alloc(HEADER_BYTES + name.length + 2 + 4);
  query.writeUInt16BE(id, 0);
  query.writeUInt16BE(RECURSION_DESIRED, 2);
  query.writeUInt16BE(1, 4);
  let at = HEADER_BYTES;
  for (const label of labels) {
    at = query.writeUInt8(label.length, at);
    at += query.write(label, at, "latin1");
  }
  at = query.writeUInt8(0, at);
  query.writeUInt16BE(INTERNET, query.writeUInt16BE(TYPES[type], at));
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
  const resources = resourcesIn(message, query.length, isTruncated);
  if (resources === null) return null;
  const rcode = flags & RCODE;
  if (rcode !== 0) return { records: [], code: CODES[rcode] ?? `ERCODE${rcode}`, isTruncated };
  const records = recordsOf(nameAt(query, HEADER_BYTES)?.name ?? "", resources);
  return { records, code: records.length > 0 ? null : "ENODATA", isTruncated };
}

/** Returns name, type and class as sent, in lowercase because servers may change a name's case (RFC 4343). */
function questionOf(message: Buffer, end: number): string {
  return message.toString("latin1", HEADER_BYTES, end).toLowerCase();
}

/**
 * Returns the aliases and addresses in the answer section; null when it's malformed. A truncated section yields what
 * is there.
 */
function resourcesIn(message: Buffer, from: number, isTruncated: boolean): Resource[] | null {
  const resources: Resource[] = [];
  let at = from;
  for (let left = message.readUInt16BE(6); left > 0; left -= 1) {
    const owner = nameAt(message, at);
    if (owner === null || owner.end + 10 > message.length) return isTruncated ? resources : null;
    const data = owner.end + 10;
    const end = data + message.readUInt16BE(owner.end + 8);
    if (end > message.length) return isTruncated ? resources : null;
    const type = message.readUInt16BE(owner.end);
    const isInternet = message.readUInt16BE(owner.end + 2) === INTERNET;
    const value = isInternet ? addressOrAliasIn(message, type, data, end) : null;
    if (value !== null)
      resources.push({ name: owner.name, type, ttl: message.readUInt32BE(owner.end + 4), value });
    at = end;
  }
  return resources;
}

/** Returns null for other record types and for an address of the wrong length. */
function addressOrAliasIn(message: Buffer, type: number, data: number, end: number): string | null {
  if (type === CNAME) return nameAt(message, data)?.name ?? null;
  if (type === TYPES.A && end - data === 4) return message.subarray(data, end).join(".");
  if (type !== TYPES.AAAA || end - data !== 16) return null;
  const words = Array.from({ length: 8 }, (_, word) => message.readUInt16BE(data + 2 * word).toString(16));
  return new URL(`http://[${words.join(":")}]/`).hostname.slice(1, -1);
}

/**
 * Reads a name and where it ends. A pointer may only point backward (RFC 1035 §4.1.4: to a prior occurrence), so
 * every name ends. Returns null when it doesn't or is too long.
 */
function nameAt(message: Buffer, from: number): { name: string; end: number } | null {
  const labels: string[] = [];
  let [at, end, start, bytes] = [from, -1, from, 0];
  for (;;) {
    const length = message[at];
    if (length === undefined) return null;
    if (length === 0) break;
    if (length >= 0xc0) {
      const target = ((length & 0x3f) << 8) | (message[at + 1] ?? 0);
      if (target >= start || at + 1 >= message.length) return null;
      if (end < 0) end = at + 2;
      [at, start] = [target, target];
      continue;
    }
    bytes += length + 1;
    if (length > LABEL_BYTES_MAX || bytes >= NAME_BYTES_MAX || at + length >= message.length) return null;
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: end < 0 ? at + 1 : end };
}

/**
 * Returns the addresses of a name, following its aliases. An address lives no longer than the aliases that lead to
 * it.
 */
function recordsOf(name: string, resources: readonly Resource[]): DnsRecord[] {
  let [owner, ttl] = [name, Number.POSITIVE_INFINITY];
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    const alias = resources.find((each) => each.type === CNAME && each.name === owner);
    if (!alias) break;
    [owner, ttl] = [alias.value, Math.min(ttl, alias.ttl)];
  }
  return resources
    .filter((each) => each.type !== CNAME && each.name === owner)
    .map((each) => ({ address: each.value, ttl: Math.min(ttl, each.ttl) }));
}
