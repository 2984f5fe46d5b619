import { unhuffed } from "./huffman";

/** The name and value of a field, with one character for each byte. */
export type Field = readonly [name: string, value: string];

/** The table that every connection begins with (RFC 7541 appendix A). */
const STATIC: readonly Field[] =
  ":authority;:method=GET;:method=POST;:path=/;:path=/index.html;:scheme=http;:scheme=https;:status=200;:status=204;:status=206;:status=304;:status=400;:status=404;:status=500;accept-charset;accept-encoding=gzip, deflate;accept-language;accept-ranges;accept;access-control-allow-origin;age;allow;authorization;cache-control;content-disposition;content-encoding;content-language;content-length;content-location;content-range;content-type;cookie;date;etag;expect;expires;from;host;if-match;if-modified-since;if-none-match;if-range;if-unmodified-since;last-modified;link;location;max-forwards;proxy-authenticate;proxy-authorization;range;referer;refresh;retry-after;server;set-cookie;strict-transport-security;transfer-encoding;user-agent;vary;via;www-authenticate"
    .split(";")
    .map((entry) => {
      const [name = "", value = ""] = entry.split("=");
      return [name, value];
    });

/** How much of a server's table is kept; also what browsers keep. Announced to the server. */
export const TABLE_BYTES_MAX = 64 * 1024;
const ENTRY_BYTES = 32;
/** Larger numbers than any field section contains. */
const NUMBER_MAX = 2 ** 24;

/** Thrown on a field section that can't be decoded, and on one that is too large. */
export class FieldsError extends Error {}
export class TooManyFields extends Error {}

/** Decodes the field sections of one connection, in their order (RFC 7541). */
export class Hpack {
  private readonly table: Field[] = [];
  private tableBytes = 0;
  private tableBytesMax = 4096;
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;

  /** Throws FieldsError, or TooManyFields when they have more than `bytesMax` bytes (RFC 9113 §6.5.2). */
  decode(bytes: Buffer, bytesMax: number): Field[] {
    this.bytes = bytes;
    this.at = 0;
    const fields: Field[] = [];
    let size = 0;
    while (this.at < bytes.length) {
      const field = this.next();
      if (!field) continue;
      fields.push(field);
      size += bytesOf(field);
      if (size > bytesMax) throw new TooManyFields();
    }
    return fields;
  }

  /** Returns the next field; null after a change of the table's size. */
  private next(): Field | null {
    const first = this.bytes[this.at] ?? 0;
    if (first >= 0x80) return this.indexed(this.number(7));
    if (first >= 0x40) return this.kept(this.literal(6));
    if (first < 0x20) return this.literal(4);
    this.tableBytesMax = this.number(5);
    if (this.tableBytesMax > TABLE_BYTES_MAX) throw new FieldsError();
    this.evict();
    return null;
  }

  private indexed(index: number): Field {
    const field = STATIC[index - 1] ?? this.table[index - 1 - STATIC.length];
    if (!field) throw new FieldsError();
    return field;
  }

  private literal(prefixBits: number): Field {
    const index = this.number(prefixBits);
    const name = index === 0 ? this.text() : this.indexed(index)[0];
    return [name, this.text()];
  }

  private kept(field: Field): Field {
    this.table.unshift(field);
    this.tableBytes += bytesOf(field);
    this.evict();
    return field;
  }

  private evict(): void {
    while (this.tableBytes > this.tableBytesMax) {
      const last = this.table.pop();
      this.tableBytes -= last ? bytesOf(last) : this.tableBytes;
    }
  }

  private number(prefixBits: number): number {
    const most = 2 ** prefixBits - 1;
    let value = this.byte() & most;
    if (value < most) return value;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (value > NUMBER_MAX || factor > NUMBER_MAX) throw new FieldsError();
      if (byte < 128) return value;
    }
  }

  private text(): string {
    const isHuffed = ((this.bytes[this.at] ?? 0) & 0x80) !== 0;
    const length = this.number(7);
    const end = this.at + length;
    if (end > this.bytes.length) throw new FieldsError();
    const part = this.bytes.subarray(this.at, end);
    this.at = end;
    const text = isHuffed ? unhuffed(part) : part.toString("latin1");
    if (text === null) throw new FieldsError();
    return text;
  }

  private byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new FieldsError();
    this.at += 1;
    return byte;
  }
}

function bytesOf([name, value]: Field): number {
  return name.length + value.length + ENTRY_BYTES;
}

/** Returns a field section none of whose fields is kept in the table or compressed. */
export function encoded(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), ...text(name), ...text(value)]));
}

function text(value: string): Buffer[] {
  const bytes = Buffer.from(value, "latin1");
  const length: number[] = [Math.min(bytes.length, 127)];
  if (bytes.length >= 127) {
    let rest = bytes.length - 127;
    for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128);
    length.push(rest);
  }
  return [Buffer.from(length), bytes];
}
