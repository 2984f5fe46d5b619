/** Offset of 2000-01-01, from which PostgreSQL counts microseconds, in epoch milliseconds. */
const EPOCH_MS = 946_684_800_000;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const WORD = 2 ** 32;

/** An array parameter in PostgreSQL's binary format. For many rows, both sides read and write it faster than text. */
export class BinaryArray {
  constructor(
    readonly length: number,
    private readonly bytes: Buffer,
  ) {}

  /** Returns what the driver sends. */
  toPostgres(): Buffer {
    return this.bytes;
  }
}

/** Encodes one column. A value that its type can't hold makes all of them text, so that PostgreSQL rejects them by name. */
type Column<T> = (values: readonly (T | null)[]) => BinaryArray | readonly (T | null)[];

interface Fixed<T> {
  readonly oid: number;
  readonly size: number;
  fits(value: T): boolean;
  write(bytes: Buffer, value: T, at: number): void;
}

function begun(oid: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + count * LENGTH_BYTES + size);
  // One dimension; may contain nulls; the index starts at 1.
  for (const [index, word] of [1, 1, oid, count, 1].entries()) bytes.writeInt32BE(word, index * 4);
  return bytes;
}

function fixed<T>({ oid, size, fits, write }: Fixed<T>): Column<T> {
  return (values) => {
    const bytes = begun(oid, values.length, values.length * size);
    let at = HEADER_BYTES;
    for (const value of values) {
      at = bytes.writeInt32BE(value === null ? -1 : size, at);
      if (value === null) continue;
      if (!fits(value)) return values;
      write(bytes, value, at);
      at += size;
    }
    return new BinaryArray(values.length, bytes.subarray(0, at));
  };
}

function varying(oid: number, prefix: Buffer): Column<string> {
  const sizeOf = (value: string) => prefix.length + Buffer.byteLength(value);
  return (values) => {
    const size = values.reduce((sum, value) => sum + (value === null ? 0 : sizeOf(value)), 0);
    const bytes = begun(oid, values.length, size);
    let at = HEADER_BYTES;
    for (const value of values) {
      at = bytes.writeInt32BE(value === null ? -1 : sizeOf(value), at);
      if (value === null) continue;
      at += prefix.copy(bytes, at);
      at += bytes.write(value, at);
    }
    return new BinaryArray(values.length, bytes);
  };
}

const isWithin = (max: number) => (value: number) => Number.isInteger(value) && Math.abs(value) <= max;

function writeInt64(bytes: Buffer, value: number, at: number): void {
  bytes.writeInt32BE(Math.floor(value / WORD), at);
  bytes.writeUInt32BE(value >>> 0, at + 4);
}

export const smallints = fixed<number>({
  oid: 21,
  size: 2,
  fits: isWithin(2 ** 15 - 1),
  write: (bytes, value, at) => bytes.writeInt16BE(value, at),
});

export const ints = fixed<number>({
  oid: 23,
  size: 4,
  fits: isWithin(2 ** 31 - 1),
  write: (bytes, value, at) => bytes.writeInt32BE(value, at),
});

export const bigints = fixed<number>({
  oid: 20,
  size: 8,
  fits: isWithin(Number.MAX_SAFE_INTEGER),
  write: writeInt64,
});

export const doubles = fixed<number>({
  oid: 701,
  size: 8,
  fits: () => true,
  write: (bytes, value, at) => bytes.writeDoubleBE(value, at),
});

export const booleans = fixed<boolean>({
  oid: 16,
  size: 1,
  fits: () => true,
  write: (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at),
});

/** Encodes epoch milliseconds, without fractions, as `timestamptz`. */
export const timestamps = fixed<number>({
  oid: 1184,
  size: 8,
  fits: (value) => isWithin(Number.MAX_SAFE_INTEGER / 1000 - EPOCH_MS)(Math.trunc(value)),
  write: (bytes, value, at) => writeInt64(bytes, (Math.trunc(value) - EPOCH_MS) * 1000, at),
});

/** Encodes epoch milliseconds, whose fractions it drops, for `timeOf`. */
export const milliseconds: Column<number> = (values) =>
  bigints(values.map((value) => value && Math.trunc(value)));

/** Returns the time of a column of `milliseconds`. Citus sends arrays as text, in which times take much longer to read than numbers. */
export const timeOf = (column: string) => `to_timestamp(${column} / 1000::float8)`;

export const texts = varying(25, Buffer.alloc(0));

/** Encodes JSON strings as `jsonb`, whose format has a version. */
export const jsonbs = varying(3802, Buffer.of(1));
