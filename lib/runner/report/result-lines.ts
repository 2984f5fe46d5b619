import { textsIn } from "@/lib/runner/json-lines";

const FIRST_BYTES = 16 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 unit. */
const UNIT_BYTES_MAX = 3;
const LINE_END = ",\n";

/**
 * Results as JSON, one per line, each line ending with a comma. The bytes of a spool file are the bytes of a request's
 * list, created only once. Joining, measuring, and encoding strings for each request would take 5 ms per 500 results
 * and delay checks.
 */
export class ResultLines {
  private bytes: Buffer = Buffer.alloc(0);
  private used = 0;
  private lines = 0;

  /** `texts` is JSON without line breaks, as from `JSON.stringify`. */
  static of(texts: readonly string[]): ResultLines {
    const lines = new ResultLines();
    for (const text of texts) lines.add(text);
    return lines;
  }

  get count(): number {
    return this.lines;
  }

  get size(): number {
    return this.used;
  }

  /** Size of the buffer in bytes. */
  get room(): number {
    return this.bytes.length;
  }

  /** Appends a line and returns its bytes, which are valid until the next line is added. */
  add(text: string): Buffer {
    this.makeRoom(text.length * UNIT_BYTES_MAX + LINE_END.length);
    const from = this.used;
    const end = from + this.bytes.write(text, from);
    this.used = end + this.bytes.write(LINE_END, end, "latin1");
    this.lines += 1;
    return this.bytes.subarray(from, this.used);
  }

  /** Removes the last line. */
  takeBack(line: Buffer): void {
    this.used -= line.length;
    this.lines -= 1;
  }

  /** Starts over in the same buffer. No one may still use its bytes. */
  clear(): void {
    [this.used, this.lines] = [0, 0];
  }

  /** The contents of a JSON array of all lines; valid until a line is added or removed. */
  get list(): Buffer {
    return this.bytes.subarray(0, Math.max(0, this.used - LINE_END.length));
  }

  texts(): string[] {
    return textsIn(this.list.toString("utf8"));
  }

  /** Returns both halves, first half first. */
  halves(): [ResultLines, ResultLines] {
    const texts = this.texts();
    const middle = texts.length >> 1;
    return [ResultLines.of(texts.slice(0, middle)), ResultLines.of(texts.slice(middle))];
  }

  private makeRoom(wanted: number): void {
    if (this.used + wanted <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, 2 * this.bytes.length, this.used + wanted));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }
}
