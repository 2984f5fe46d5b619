/** The values that checks send and read. Others are skipped. */
export type BsonValue = string | number | boolean | Buffer | BsonDocument;
export interface BsonDocument {
  readonly [name: string]: BsonValue | undefined;
}

const TYPE = { double: 1, string: 2, document: 3, array: 4, binary: 5, boolean: 8, int32: 16 };
/** The sizes of values that are skipped: ObjectId, date, null, timestamp, int64, decimal128. */
const SKIPPED: Readonly<Record<number, number>> = { 6: 0, 7: 12, 9: 8, 10: 0, 17: 8, 18: 8, 19: 16 };

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function encoded(value: BsonValue): [type: number, bytes: Buffer] {
  if (typeof value === "number") return [TYPE.int32, int32(value)];
  if (typeof value === "boolean") return [TYPE.boolean, Buffer.from([Number(value)])];
  if (Buffer.isBuffer(value))
    return [TYPE.binary, Buffer.concat([int32(value.length), Buffer.from([0]), value])];
  if (typeof value === "object") return [TYPE.document, encodeBson(value)];
  return [TYPE.string, Buffer.concat([int32(Buffer.byteLength(value) + 1), Buffer.from(`${value}\0`)])];
}

/** Encodes a document. */
export function encodeBson(document: BsonDocument): Buffer {
  const elements = Object.entries(document).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const [type, bytes] = encoded(value);
    return [Buffer.from([type]), Buffer.from(`${name}\0`), bytes];
  });
  const body = Buffer.concat([...elements, Buffer.from([0])]);
  return Buffer.concat([int32(body.length + 4), body]);
}

/** Decodes a document. Throws RangeError when the bytes aren't one. */
export function decodeBson(bytes: Buffer, depth = 0): BsonDocument {
  const found: Record<string, BsonValue> = {};
  const end = bytes.readInt32LE(0) - 1;
  if (end < 4 || end >= bytes.length || depth > 20) throw new RangeError("not a document");
  for (let at = 4; at < end; ) {
    const type = bytes.readUInt8(at);
    const nameEnd = bytes.indexOf(0, at + 1);
    if (nameEnd < 0 || nameEnd >= end) throw new RangeError("not a document");
    const from = nameEnd + 1;
    const { size, value } = valueAt(bytes, type, from, depth);
    if (size < 0) throw new RangeError("not a document");
    if (value !== undefined) found[bytes.toString("utf8", at + 1, nameEnd)] = value;
    at = from + size;
  }
  return found;
}

function valueAt(
  bytes: Buffer,
  type: number,
  from: number,
  depth: number,
): { size: number; value?: BsonValue } {
  const skipped = SKIPPED[type];
  if (skipped !== undefined) return { size: skipped };
  switch (type) {
    case TYPE.double:
      return { size: 8, value: bytes.readDoubleLE(from) };
    case TYPE.boolean:
      return { size: 1, value: bytes.readUInt8(from) === 1 };
    case TYPE.int32:
      return { size: 4, value: bytes.readInt32LE(from) };
    case TYPE.string: {
      const length = bytes.readInt32LE(from);
      return { size: 4 + length, value: bytes.toString("utf8", from + 4, from + 3 + length) };
    }
    case TYPE.binary: {
      const length = bytes.readInt32LE(from);
      return { size: 5 + length, value: bytes.subarray(from + 5, from + 5 + length) };
    }
    case TYPE.document:
    case TYPE.array:
      return { size: bytes.readInt32LE(from), value: decodeBson(bytes.subarray(from), depth + 1) };
    default:
      throw new RangeError(`unknown type ${type}`);
  }
}
