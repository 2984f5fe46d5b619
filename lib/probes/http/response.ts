import type { OnReadOpts, Socket } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import type { Deadline } from "../net/deadline";
import { ProbeError } from "../net/probe-error";
import { ChunkedReader } from "./chunked";
import { type Framing, framingOf } from "./framing";
import { HEAD_BYTES_MAX, type Head, headEnd, parseHead } from "./head";
import { KeptBytes } from "./kept-bytes";
import { locationOf } from "./redirect";

const BEGIN = Buffer.from("HTTP/", "latin1");
const NOTHING = Buffer.alloc(0);

/** The maximum number of bytes read from a body. The rest is neither searched nor waited for. */
export const BODY_BYTES_MAX = 512 * 1024;
const INTERIM_ANSWERS_MAX = 20;
/** Line breaks that browsers accept before the response, in bytes. */
const LEADING_BYTES_MAX = 4;
const SWITCHING_PROTOCOLS = 101;

export interface Answered {
  readonly head: Head;
  /** The kept part of the body: up to `BODY_BYTES_MAX` when an assertion reads it, else only its beginning. */
  readonly body: Buffer;
  /** Number of bytes received. */
  readonly bodyBytes: number;
  /** False when the body was cut at `BODY_BYTES_MAX`. */
  readonly whole: boolean;
  readonly firstByteMs: number;
  readonly doneMs: number;
}

/**
 * Reads one HTTP/1.1 response strictly and incrementally: skips interim responses, obeys the framing, and treats
 * every early end as an error.
 */
export class ResponseReader {
  private pending: Buffer = NOTHING;
  /** The head doesn't begin to end before this. A head that drips in would otherwise be searched again with every byte. */
  private searched = 0;
  private head: Head | null = null;
  private framing: Framing = { kind: "none" };
  private chunked: ChunkedReader | null = null;
  private readonly kept = new KeptBytes();
  private size = 0;
  private interim = 0;
  private leading = 0;
  private firstByteMs = 0;
  /** Called when the head is complete, with the time of its first byte. */
  onHead: ((head: Head, firstByteMs: number) => void) | undefined;

  /**
   * `keepBytes` limits how much of the body is kept. `isFollowed` skips the bodies of redirects, as browsers do.
   * Buffers passed to `push` may be reused afterward.
   */
  constructor(
    private readonly method: string,
    private readonly keepBytes: number = BODY_BYTES_MAX,
    private readonly isFollowed = false,
  ) {}

  get started(): boolean {
    return this.firstByteMs > 0;
  }

  get headSeen(): boolean {
    return this.head !== null;
  }

  /** Returns what was received so far, even when the response broke off. */
  seen(): { head: Head | null; body: Buffer; bodyBytes: number } {
    return { head: this.head, body: this.kept.bytes, bodyBytes: this.size };
  }

  /** Takes bytes as they arrive and returns the response once it's complete. Throws ProbeError. */
  push(bytes: Buffer): Answered | null {
    if (this.firstByteMs === 0) this.firstByteMs = monotonicMs();
    if (this.head) return this.takeBody(bytes, this.head);
    this.pending = this.pending.length === 0 ? bytes : Buffer.concat([this.pending, bytes]);
    const answered = this.takeHead();
    if (this.pending.buffer === bytes.buffer) this.pending = Buffer.from(this.pending);
    return answered;
  }

  /** Handles the peer closing the connection, which completes the body only when closing delimits it. */
  end(): Answered {
    if (this.head && this.framing.kind === "close") return this.answered(this.head, true);
    if (!this.started) throw new ProbeError("http_empty", "the connection was closed without a response");
    throw new ProbeError(
      "http_truncated",
      this.head
        ? "the connection was closed in the middle of the body"
        : "the connection was closed in the middle of the headers",
    );
  }

  private takeHead(): Answered | null {
    for (;;) {
      this.skipLineEnds();
      if (this.pending.length === 0) return null;
      this.refuseBanner();
      const length = headEnd(this.pending, this.searched);
      if (length === -1) {
        if (this.pending.length > HEAD_BYTES_MAX) throw tooLarge();
        this.searched = Math.max(0, this.pending.length - 2);
        return null;
      }
      if (length > HEAD_BYTES_MAX) throw tooLarge();
      const head = parseHead(this.pending, length);
      const rest = this.pending.subarray(length);
      if (head.statusCode >= 200) return this.begin(head, rest);
      if (head.statusCode === SWITCHING_PROTOCOLS)
        throw new ProbeError(
          "http_malformed",
          "the server switched protocols (101) without a request to do so",
        );
      this.interim += 1;
      if (this.interim > INTERIM_ANSWERS_MAX)
        throw new ProbeError(
          "http_malformed",
          `more than ${INTERIM_ANSWERS_MAX} interim responses (1xx) arrived before the final response`,
        );
      this.pending = rest;
      this.searched = 0;
    }
  }

  /** A previous response's extra line breaks may precede this one (RFC 9112 §2.2). */
  private skipLineEnds(): void {
    let count = 0;
    while (this.leading + count < LEADING_BYTES_MAX && isLineEnd(this.pending[count])) count += 1;
    if (count === 0) return;
    this.leading += count;
    this.pending = this.pending.subarray(count);
    this.searched = 0;
  }

  /** Rejects anything that doesn't start like HTTP (an SSH banner, HTTP/0.9) immediately instead of at the deadline. */
  private refuseBanner(): void {
    const { pending } = this;
    const most = Math.min(pending.length, BEGIN.length);
    const isHttp = BEGIN.compare(pending, 0, most, 0, most) === 0;
    if (!isHttp || !isDigit(pending[BEGIN.length])) parseHead(pending, Math.min(pending.length, 80));
  }

  private begin(given: Head, rest: Buffer): Answered | null {
    this.head = given;
    this.pending = NOTHING;
    this.framing = framingOf(this.method, given.statusCode, given.headers);
    const head = this.warned(given);
    this.head = head;
    this.onHead?.(head, this.firstByteMs);
    if (this.framing.kind === "none" || (this.isFollowed && locationOf(head) !== null))
      return this.answered(head, true);
    if (this.framing.kind === "chunked") this.chunked = new ChunkedReader((part) => this.keep(part));
    return rest.length > 0 ? this.takeBody(rest, head) : null;
  }

  private warned(head: Head): Head {
    const { warning } = this.framing;
    if (this.leading === 0 && warning === undefined) return head;
    const warnings = [...head.warnings];
    if (this.leading > 0) warnings.push("the response starts with empty lines (RFC 9112 §2.2)");
    if (warning !== undefined) warnings.push(warning);
    return { ...head, warnings };
  }

  private takeBody(bytes: Buffer, head: Head): Answered | null {
    if (this.chunked) this.chunked.push(bytes);
    else if (this.framing.kind === "length") this.keep(bytes.subarray(0, this.framing.bytes - this.size));
    else this.keep(bytes);
    const done = this.chunked
      ? this.chunked.done
      : this.framing.kind === "length" && this.size >= this.framing.bytes;
    if (done) return this.answered(head, this.size <= BODY_BYTES_MAX);
    return this.size > BODY_BYTES_MAX ? this.answered(head, false) : null;
  }

  private keep(part: Buffer): void {
    this.kept.add(part, this.keepBytes);
    this.size += part.length;
  }

  private answered(head: Head, whole: boolean): Answered {
    return {
      head,
      body: this.kept.bytes,
      bodyBytes: this.size,
      whole,
      firstByteMs: this.firstByteMs,
      doneMs: monotonicMs(),
    };
  }
}

/** Returns whether the byte is a digit or hasn't arrived yet. */
function isDigit(byte: number | undefined): boolean {
  return byte === undefined || (byte >= 48 && byte <= 57);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 13 || byte === 10;
}

function tooLarge(): ProbeError {
  return new ProbeError("http_headers_too_large", `the headers are larger than ${HEAD_BYTES_MAX / 1024} KiB`);
}

/** Shared by all connections, which read one at a time. Consumers copy what they need immediately. */
const SHARED = Buffer.allocUnsafeSlow(64 * 1024);

/** Passes on a socket's bytes from the shared buffer. */
export class Intake {
  take: (bytes: Buffer) => void = () => undefined;

  readonly onread: OnReadOpts = {
    buffer: SHARED,
    callback: (count: number) => {
      this.take(SHARED.subarray(0, count));
      return true;
    },
  };
}

/** Reads the response from a socket until it's complete, broken, or late. The caller destroys the socket. */
export function readAnswer(
  socket: Socket,
  intake: Intake | null,
  reader: ResponseReader,
  deadline: Deadline,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const fail = (error: unknown) => {
      isOver = true;
      reject(error);
    };
    /** Null means the end of the stream. */
    const take = (bytes: Buffer | null) => {
      if (isOver) return;
      try {
        const answered = bytes ? reader.push(bytes) : reader.end();
        if (!answered) return;
        isOver = true;
        resolve(answered);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => take(null);
    deadline.watch(() => fail(late(reader)));
    if (intake) intake.take = take;
    else socket.on("data", take);
    socket.on("end", onEnd);
    socket.on("close", onEnd);
    socket.on("error", (error) => fail(brokenOff(reader, error)));
  });
}

function brokenOff(reader: ResponseReader, { reason }: Error & { reason?: string }): ProbeError {
  // A server that requires a client certificate says so only after the handshake (RFC 8446 §4.4.2.4).
  if (reason && !reader.started)
    return new ProbeError(
      "tls_handshake_failed",
      `the server closed the TLS connection: ${reason.slice(0, 200)}`,
    );
  return new ProbeError(
    "http_reset",
    reader.started
      ? "the connection was reset in the middle of the response"
      : "the connection was reset before a response",
  );
}

function late(reader: ResponseReader): ProbeError {
  if (reader.headSeen) return new ProbeError("http_timeout", "timed out before the body was complete");
  return new ProbeError(
    "http_timeout",
    reader.started ? "timed out before the headers were complete" : "timed out waiting for a response",
  );
}
