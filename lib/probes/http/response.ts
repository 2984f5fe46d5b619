import { monotonicMs } from "@/lib/shared/clock";
import { ProbeError } from "../net/probe-error";
import { ChunkedReader } from "./chunked";
import { type Framing, framingOf } from "./framing";
import { HEAD_BYTES_MAX, type Head, headEnd, malformed, noStatusLine, parseHead, valuesOf } from "./head";
import { KeptBytes } from "./kept-bytes";
import { locationOf } from "./redirect";

const BEGIN = Buffer.from("HTTP/", "latin1");
const NOTHING = Buffer.alloc(0);

/** The maximum number of bytes read from a body. The rest is neither searched nor waited for. */
export const BODY_BYTES_MAX = 512 * 1024;
const INTERIM_ANSWERS_MAX = 1000;
/** Bytes that browsers skip before a status line. */
const LEADING_BYTES_MAX = 4;
/** The first word of a status line as browsers read it, or as much of it as has arrived. */
const FIRST_WORD = /^(?:h(?:t(?:t(?:p.*)?)?)?)?$/s;
const FIRST_WORD_BYTES = "http".length;
/** How much of a response is read to tell what it is instead. */
const BANNER_BYTES = 80;
const RADIO = /^i(?:c(?:y.*)?)?$/s;
const SWITCHING_PROTOCOLS = 101;

export interface Answered {
  readonly head: Head;
  /** The kept part of the body: up to `BODY_BYTES_MAX` when an assertion reads it, else only its beginning. */
  readonly body: Buffer;
  /** Number of bytes received. */
  readonly bodyBytes: number;
  /** Null when the headers declare none. */
  readonly declaredBytes: number | null;
  /** `cut` at `BODY_BYTES_MAX`, `stopped` before its end because the result was certain, `short` of the declared length. */
  readonly extent: "whole" | "cut" | "stopped" | "short";
  readonly firstByteMs: number;
  readonly doneMs: number;
}

/**
 * Reads one HTTP/1.1 response incrementally: skips interim responses, obeys the framing, warns about what browsers
 * tolerate, and treats every early end as an error.
 */
export class ResponseReader {
  private pending: Buffer = NOTHING;
  /** A copy of `pending` once a head arrives in several parts. */
  private begun: KeptBytes | null = null;
  /** The head doesn't begin to end before this. A head that drips in would otherwise be searched again with every byte. */
  private searched = 0;
  private head: Head | null = null;
  private framing: Framing = { kind: "none" };
  private chunked: ChunkedReader | null = null;
  /** A body as it was sent, while it may turn out not to be chunked. */
  private plain: KeptBytes | null = null;
  private kept = new KeptBytes();
  private mayBeShort = false;
  private size = 0;
  private interim = 0;
  private leading = 0;
  protected firstByteMs = 0;
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

  private get endsAnywhere(): boolean {
    return this.framing.kind === "length" && this.framing.endsAnywhere === true;
  }

  /** More than a length that not all clients obey is a sign that it's wrong. */
  private get isFull(): boolean {
    const { framing, size } = this;
    if (framing.kind !== "length") return false;
    return this.endsAnywhere ? size === framing.bytes : size >= framing.bytes;
  }

  /** Browsers also take a chunked body without its end that has the declared length. */
  private get endsWithConnection(): boolean {
    const { framing } = this;
    return (
      framing.kind === "close" ||
      this.endsAnywhere ||
      (framing.kind === "chunked" && this.size > 0 && framing.bytes === this.size)
    );
  }

  get headSeen(): boolean {
    return this.head !== null;
  }

  /** Returns the received part, even when the response broke off. */
  seen(): { head: Head | null; body: Buffer; bodyBytes: number } {
    return { head: this.head, body: this.kept.bytes, bodyBytes: this.size };
  }

  /** Takes bytes as they arrive and returns the response once it's complete. Throws ProbeError. */
  push(bytes: Buffer): Answered | null {
    if (this.firstByteMs === 0) this.firstByteMs = monotonicMs();
    if (this.head) return this.takeBody(bytes, this.head);
    this.begun?.add(bytes, Number.POSITIVE_INFINITY);
    this.pending = this.begun?.bytes ?? bytes;
    const answered = this.takeHead();
    if (this.head === null && this.pending.length !== this.begun?.bytes.length) {
      this.begun = new KeptBytes();
      this.begun.add(this.pending, Number.POSITIVE_INFINITY);
      this.pending = this.begun.bytes;
    }
    return answered;
  }

  /** Returns the received part as the response; null while the headers are incomplete. */
  soFar(): Answered | null {
    return this.head && this.answered(this.head, "stopped");
  }

  /** Handles the peer closing the connection, which completes the body only when closing delimits it. */
  end(): Answered {
    if (this.head && this.endsWithConnection) return this.answered(this.head, "whole");
    if (this.head && this.plain) return this.answered(this.unchunked(this.head, this.plain), "whole");
    // Some servers declare the length of the text before they compressed it, which only decoding can tell.
    if (this.head && this.mayBeShort) return this.answered(this.head, "short");
    if (!this.started) throw new ProbeError("http_empty", "the connection was closed without a response");
    const answered = this.head ? null : this.endHead();
    if (answered) return answered;
    throw truncated(this.head ? "body" : "headers");
  }

  /** Takes headers that end with the connection as complete, as curl and browsers do. */
  private endHead(): Answered | null {
    if (!this.pending.includes("\n")) return null;
    const head = parseHead(this.pending, this.pending.length);
    if (isInterim(head)) return null;
    const warnings = [
      ...head.warnings,
      "the connection was closed before the end of the headers (RFC 9112 §8)",
    ];
    const answered = this.begin({ ...head, warnings }, NOTHING);
    return answered ?? (this.framing.kind === "close" ? this.soFar() : null);
  }

  private takeHead(): Answered | null {
    for (;;) {
      if (!this.findStart()) return null;
      const length = headEnd(this.pending, this.searched);
      if (length === -1) {
        if (this.pending.length > HEAD_BYTES_MAX) throw tooLarge();
        this.searched = Math.max(0, this.pending.length - 3);
        return null;
      }
      if (length > HEAD_BYTES_MAX) throw tooLarge();
      const head = parseHead(this.pending, length);
      const rest = this.pending.subarray(length);
      if (!isInterim(head)) return this.begin(head, rest);
      if (head.statusCode === SWITCHING_PROTOCOLS)
        throw malformed("the server switched protocols (101) without a request to do so");
      this.interim += 1;
      tooManyInterim(this.interim);
      this.pending = rest;
      this.searched = 0;
    }
  }

  /**
   * Skips bytes before a status line as browsers do. Rejects anything that doesn't start like HTTP (an SSH banner,
   * HTTP/0.9) immediately instead of at the deadline. Returns false when more bytes are needed.
   */
  private findStart(): boolean {
    const { pending } = this;
    if (pending.length === 0) return false;
    if (this.searched > 0) return true;
    const most = Math.min(pending.length, BEGIN.length);
    if (BEGIN.compare(pending, 0, most, 0, most) === 0 && isDigit(pending[BEGIN.length])) return true;
    const begin = pending.toString("latin1", 0, LEADING_BYTES_MAX + FIRST_WORD_BYTES).toLowerCase();
    if (RADIO.test(begin)) return true;
    for (let at = 0; at <= LEADING_BYTES_MAX - this.leading; at += 1) {
      const word = begin.slice(at, at + FIRST_WORD_BYTES);
      if (!FIRST_WORD.test(word)) continue;
      if (word.length < "http".length) return false;
      this.leading += at;
      this.pending = pending.subarray(at);
      return true;
    }
    throw noStatusLine(pending.toString("latin1", 0, BANNER_BYTES));
  }

  protected begin(given: Head, rest: Buffer): Answered | null {
    this.head = given;
    this.pending = NOTHING;
    this.framing = framingOf(this.method, given);
    const head = this.warned(given);
    this.head = head;
    this.mayBeShort = this.framing.kind === "length" && isCompressed(head);
    this.onHead?.(head, this.firstByteMs);
    if (this.framing.kind === "none" || (this.isFollowed && locationOf(head) !== null))
      return this.answered(head, "whole");
    if (this.framing.kind === "chunked") {
      this.chunked = new ChunkedReader((part) => this.keep(part));
      if (this.framing.mayBePlain) this.plain = new KeptBytes();
    }
    return rest.length > 0 ? this.takeBody(rest, head) : null;
  }

  private warned(head: Head): Head {
    const { warning } = this.framing;
    if (this.leading === 0 && warning === undefined) return head;
    const warnings = [...head.warnings];
    if (this.leading > 0) warnings.push("the response starts with bytes that aren't HTTP (RFC 9112 §2.2)");
    if (warning !== undefined) warnings.push(warning);
    return { ...head, warnings };
  }

  protected takeBody(bytes: Buffer, head: Head): Answered | null {
    this.plain?.add(bytes, BODY_BYTES_MAX);
    if (this.chunked) this.takeChunks(this.chunked, bytes, head);
    else if (this.framing.kind === "length" && !this.endsAnywhere)
      this.keep(bytes.subarray(0, this.framing.bytes - this.size));
    else this.keep(bytes);
    const done = this.chunked ? this.chunked.done : this.isFull;
    if (done) return this.answered(this.head ?? head, this.size <= BODY_BYTES_MAX ? "whole" : "cut");
    return this.size > BODY_BYTES_MAX ? this.answered(this.head ?? head, "cut") : null;
  }

  private takeChunks(chunked: ChunkedReader, bytes: Buffer, head: Head): void {
    try {
      chunked.push(bytes);
    } catch (error) {
      if (!this.plain) throw error;
      this.head = this.unchunked(head, this.plain);
    }
  }

  /** Takes a body that isn't chunked, though its headers say so, as it was sent: a proxy that speaks HTTP/1.0 may have joined it. */
  private unchunked(head: Head, plain: KeptBytes): Head {
    this.framing = { kind: "close" };
    this.chunked = this.plain = null;
    this.kept = plain;
    this.size = plain.bytes.length;
    return { ...head, warnings: [...head.warnings, "the body isn't chunked, though it's declared as such"] };
  }

  private keep(part: Buffer): void {
    // Whether a compressed body is complete may depend on all of it.
    this.kept.add(part, this.mayBeShort ? BODY_BYTES_MAX : this.keepBytes);
    this.size += part.length;
  }

  protected answered(head: Head, extent: Answered["extent"]): Answered {
    return {
      head,
      body: this.kept.bytes,
      bodyBytes: this.size,
      declaredBytes: this.framing.kind === "length" ? this.framing.bytes : null,
      extent,
      firstByteMs: this.firstByteMs,
      doneMs: monotonicMs(),
    };
  }
}

/** Returns whether the byte is a digit or hasn't arrived yet. */
function isDigit(byte: number | undefined): boolean {
  return byte === undefined || (byte >= 48 && byte <= 57);
}

export function isInterim({ statusCode }: Head): boolean {
  return statusCode >= 100 && statusCode < 200;
}

function isCompressed({ headers }: Head): boolean {
  return valuesOf(headers, "content-encoding").length > 0;
}

/** Returns the error of a response whose end didn't arrive. */
export function truncated(part: "body" | "headers"): ProbeError {
  return new ProbeError("http_truncated", `the connection was closed in the middle of the ${part}`);
}

/** Throws ProbeError after too many interim responses. */
export function tooManyInterim(count: number): null {
  if (count <= INTERIM_ANSWERS_MAX) return null;
  const text = `more than ${INTERIM_ANSWERS_MAX} interim responses (1xx) arrived before the final response`;
  throw malformed(text);
}

export function tooLarge(): ProbeError {
  return new ProbeError("http_headers_too_large", `the headers are larger than ${HEAD_BYTES_MAX / 1024} KiB`);
}
