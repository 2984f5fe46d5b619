import { encoded, type Field } from "./hpack";

/** Types of frames (RFC 9113 §6). */
export const TYPE = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FLAG = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

/** The stream of the first request on a connection. */
export const FIRST_STREAM = 1;
const HEAD_BYTES = 9;
/** The payload that every endpoint accepts (RFC 9113 §4.2). */
export const PAYLOAD_BYTES_MAX = 16_384;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** Returns a frame's bytes. */
export function frame(
  type: number,
  flags: number,
  payload: Buffer | string = "",
  stream = FIRST_STREAM,
): Buffer {
  const bytes = typeof payload === "string" ? Buffer.from(payload, "latin1") : payload;
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(bytes.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, bytes]);
}

/** Returns the frames of a field section. */
export function headerFrames(fields: readonly Field[], flags = 0): Buffer[] {
  const block = encoded(fields);
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < block.length; at += PAYLOAD_BYTES_MAX) {
    const isFirst = at === 0;
    const end = at + PAYLOAD_BYTES_MAX;
    const own = (isFirst ? flags : 0) | (end >= block.length ? FLAG.endHeaders : 0);
    frames.push(frame(isFirst ? TYPE.headers : TYPE.continuation, own, block.subarray(at, end)));
  }
  return frames;
}

/** Returns the frame at a position, and where it ends; null when it isn't complete. */
export function frameAt(bytes: Buffer, at: number): (Frame & { end: number }) | null {
  if (at + HEAD_BYTES > bytes.length) return null;
  const start = at + HEAD_BYTES;
  const end = start + bytes.readUIntBE(at, 3);
  // A frame that is too large isn't waited for.
  if (end > bytes.length && end - start <= PAYLOAD_BYTES_MAX) return null;
  return {
    type: bytes[at + 3] ?? 0,
    flags: bytes[at + 4] ?? 0,
    stream: bytes.readUInt32BE(at + 5) & 0x7fff_ffff,
    payload: bytes.subarray(start, end),
    end,
  };
}

/** Returns a payload without its padding and priority; null if it's malformed. */
export function unpadded({ type, flags, payload }: Frame): Buffer | null {
  const isPadded = (flags & FLAG.padded) !== 0;
  const from = (isPadded ? 1 : 0) + (type === TYPE.headers && (flags & FLAG.priority) !== 0 ? 5 : 0);
  const to = payload.length - (isPadded ? (payload[0] ?? 0) : 0);
  return from <= to ? payload.subarray(from, to) : null;
}
