import type { Writable } from "node:stream";
import { monotonicMs } from "@/lib/shared/clock";
import {
  FIRST_STREAM,
  FLAG,
  type Frame,
  frame,
  frameAt,
  headerFrames,
  PAYLOAD_BYTES_MAX,
  TYPE,
  unpadded,
} from "../http2/frame";
import { type Field, FieldsError, Hpack, TABLE_BYTES_MAX, TooManyFields } from "../http2/hpack";
import { ProbeError } from "../net/probe-error";
import { HEAD_BYTES_MAX, malformed, valuesOf } from "./head";
import { headOfFields } from "./http2-head";
import { KeptBytes } from "./kept-bytes";
import type { Hop } from "./request-text";
import { type Answered, isInterim, ResponseReader, tooLarge, tooManyInterim, truncated } from "./response";

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/** More than is read from a body, so that no window needs an update. */
const WINDOW_BYTES = 1024 * 1024;
const DEFAULT_WINDOW_BYTES = 65_535;
/** Frames that aren't part of a body. More only keep a reader busy. */
const OTHER_FRAMES_MAX = 10_000;
/** Fields of a request that HTTP/2 says in another way, or doesn't have (RFC 9113 §8.2.2). */
const NOT_SENT =
  /^(?:host|connection|keep-alive|proxy-connection|transfer-encoding|upgrade|http2-settings|te)$/;
const CODES: Readonly<Record<number, string>> = {
  0: "NO_ERROR",
  1: "PROTOCOL_ERROR",
  2: "INTERNAL_ERROR",
  7: "REFUSED_STREAM",
  8: "CANCEL",
  11: "ENHANCE_YOUR_CALM",
  12: "INADEQUATE_SECURITY",
  13: "HTTP_1_1_REQUIRED",
};

/** Returns the first bytes of a client, with a request that is given as the text of HTTP/1.1. */
export function http2Request(hop: Hop, text: string): Buffer {
  const bodyAt = text.indexOf("\r\n\r\n") + 4;
  const body = text.slice(bodyAt);
  const fields = fieldsOf(hop, text.slice(0, bodyAt));
  return Buffer.concat([
    Buffer.from(PREFACE, "latin1"),
    frame(
      TYPE.settings,
      0,
      settings([1, TABLE_BYTES_MAX], [2, 0], [4, WINDOW_BYTES], [6, HEAD_BYTES_MAX]),
      0,
    ),
    frame(TYPE.windowUpdate, 0, uint32(WINDOW_BYTES - DEFAULT_WINDOW_BYTES), 0),
    ...headerFrames(fields, body === "" ? FLAG.endStream : 0),
    // The longest body fits in one frame and in every usual window.
    ...(body === "" ? [] : [frame(TYPE.data, FLAG.endStream, body)]),
  ]);
}

function settings(...pairs: readonly (readonly [id: number, value: number])[]): Buffer {
  return Buffer.concat(pairs.flatMap(([id, value]) => [Buffer.from([0, id]), uint32(value)]));
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function fieldsOf({ method, url }: Hop, head: string): Field[] {
  const fields: Field[] = [
    [":method", method],
    [":scheme", url.protocol.slice(0, -1)],
    [":authority", url.host],
    [":path", `${url.pathname}${url.search}`],
  ];
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (name !== "" && !NOT_SENT.test(name)) fields.push([name, line.slice(colon + 1).trim()]);
  }
  return fields;
}

/** Reads a response over HTTP/2 as browsers do. The method of the request and how much to keep are those of `ResponseReader`. */
export class Http2Reader extends ResponseReader {
  private readonly hpack = new Hpack();
  private rest: Buffer = Buffer.alloc(0);
  /** The field section that is being received, and whether the stream ends with it. */
  private section: KeptBytes | null = null;
  private endsWithSection = false;
  private others = 0;
  private interimCount = 0;
  private reason = "";

  constructor(
    private readonly socket: Writable,
    ...rest: ConstructorParameters<typeof ResponseReader>
  ) {
    super(...rest);
  }

  override push(bytes: Buffer): Answered | null {
    const all = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    let at = 0;
    for (let next = frameAt(all, at); next; next = frameAt(all, at)) {
      at = next.end;
      const answered = this.take(next);
      if (answered) return answered;
    }
    // The bytes are in a buffer that is used again.
    this.rest = Buffer.from(all.subarray(at));
    return null;
  }

  override end(): Answered {
    if (this.reason !== "")
      throw new ProbeError("http_reset", `the server ended the connection with ${this.reason}`);
    if (!this.started) throw new ProbeError("http_empty", "the connection was closed without a response");
    throw truncated(this.headSeen ? "body" : "headers");
  }

  private take(next: Frame): Answered | null {
    if (next.payload.length > PAYLOAD_BYTES_MAX) throw malformed("a frame is too large (RFC 9113 §4.2)");
    if (this.section && next.type !== TYPE.continuation)
      throw malformed("another frame came between parts of the headers (RFC 9113 §6.10)");
    if (next.type === TYPE.data && next.stream === FIRST_STREAM && next.payload.length > 0)
      return this.takeData(next);
    this.others += 1;
    if (this.others > OTHER_FRAMES_MAX)
      throw malformed(`more than ${OTHER_FRAMES_MAX} frames came before the end`);
    if (next.stream === 0) return this.takeOfConnection(next);
    if (next.stream !== FIRST_STREAM) return null;
    if (next.type === TYPE.data) return this.takeData(next);
    if (next.type === TYPE.headers || next.type === TYPE.continuation) return this.takeSection(next);
    if (next.type === TYPE.pushPromise)
      throw malformed("the server pushed a response unasked (RFC 9113 §8.4)");
    return next.type === TYPE.reset ? this.takeReset(next) : null;
  }

  private takeOfConnection({ type, flags, payload }: Frame): null {
    const isAck = (flags & FLAG.ack) !== 0;
    if (type === TYPE.settings && !isAck) this.socket.write(frame(TYPE.settings, FLAG.ack, "", 0));
    if (type === TYPE.ping && !isAck) this.socket.write(frame(TYPE.ping, FLAG.ack, Buffer.from(payload), 0));
    if (type !== TYPE.goaway || payload.length < 8) return null;
    this.reason = codeAt(payload, 4);
    if ((payload.readUInt32BE(0) & 0x7fff_ffff) < FIRST_STREAM) this.end();
    return null;
  }

  private takeReset({ payload }: Frame): Answered {
    const code = payload.length < 4 ? 0 : payload.readUInt32BE(0);
    const soFar = code === 0 ? this.soFar() : null;
    // As in browsers, a stream that is closed without an error ends the body.
    if (soFar) return { ...soFar, extent: "whole" };
    throw new ProbeError("http_reset", `the server reset the stream with ${codeAt(payload, 0)}`);
  }

  private takeSection(next: Frame): Answered | null {
    if ((next.type === TYPE.headers) !== (this.section === null))
      throw malformed("the headers are out of order");
    if (this.firstByteMs === 0) this.firstByteMs = monotonicMs();
    if (next.type === TYPE.headers) this.endsWithSection = (next.flags & FLAG.endStream) !== 0;
    const part = next.type === TYPE.headers ? unpadded(next) : next.payload;
    if (!part) throw malformed("the padding is longer than its frame (RFC 9113 §6.2)");
    this.section ??= new KeptBytes();
    this.section.add(part, HEAD_BYTES_MAX + 1);
    const { bytes } = this.section;
    if (bytes.length > HEAD_BYTES_MAX) throw tooLarge();
    if ((next.flags & FLAG.endHeaders) === 0) return null;
    this.section = null;
    return this.takeFields(bytes);
  }

  private takeFields(bytes: Buffer): Answered | null {
    // After the body, only the end matters.
    if (this.headSeen) {
      if (!this.endsWithSection) throw malformed("trailers must end the stream (RFC 9113 §8.1)");
      return this.whole();
    }
    const head = headOfFields(decoded(this.hpack, bytes));
    if (isInterim(head)) {
      this.interimCount += 1;
      return tooManyInterim(this.interimCount);
    }
    const answered = this.begin({ ...head, isFramed: true }, Buffer.alloc(0));
    return answered ?? (this.endsWithSection ? this.whole() : null);
  }

  private takeData(next: Frame): Answered | null {
    const { head } = this.seen();
    const part = unpadded(next);
    if (!head) throw malformed("the body came before the headers (RFC 9113 §8.1)");
    if (!part) throw malformed("the padding is longer than its frame (RFC 9113 §6.1)");
    const answered = this.takeBody(part, head);
    return answered ?? ((next.flags & FLAG.endStream) === 0 ? null : this.whole());
  }

  /** Returns the complete response, with a warning if its length isn't the one that it declares, which browsers ignore. */
  private whole(): Answered {
    const { head, bodyBytes } = this.seen();
    if (!head) throw truncated("headers");
    const lengths = valuesOf(head.headers, "content-length");
    const isRight = lengths.length === 0 || (lengths.length === 1 && lengths[0] === String(bodyBytes));
    const warning = `Content-Length is ${JSON.stringify(lengths.join(", ").slice(0, 60))}, but the body has ${bodyBytes} bytes; curl refuses it`;
    return this.answered(isRight ? head : { ...head, warnings: [...head.warnings, warning] }, "whole");
  }
}

function decoded(hpack: Hpack, bytes: Buffer): Field[] {
  try {
    return hpack.decode(bytes, HEAD_BYTES_MAX);
  } catch (error) {
    if (error instanceof TooManyFields) throw tooLarge();
    if (error instanceof FieldsError) throw malformed("the headers can't be decompressed (RFC 7541)");
    throw error;
  }
}

function codeAt(payload: Buffer, at: number): string {
  const code = payload.length < at + 4 ? 0 : payload.readUInt32BE(at);
  return CODES[code] ?? `code ${code}`;
}
