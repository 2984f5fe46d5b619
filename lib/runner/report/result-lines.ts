const FIRST_BYTES = 16 * 1024;
/** UTF-8 bytes of one UTF-16 unit at most. */
const UNIT_BYTES_MAX = 3;
const LINE_END = ",\n";

/**
 * Results as JSON, one a line, each line ended by a comma: the bytes of a spool's file are those of a request's list, made once. As
 * texts they would be joined, measured and encoded again for each request, 5 ms for 500 results in which no check starts.
 */
export class ResultLines {
  private bytes: Buffer = Buffer.alloc(0);
  private used = 0;
  private lines = 0;

  /** `texts`: JSON without line breaks, as `JSON.stringify` makes it. */
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

  /** Bytes of memory it holds. */
  get room(): number {
    return this.bytes.length;
  }

  /** The line that was added, valid until the next one is. */
  add(text: string): Buffer {
    this.makeRoom(text.length * UNIT_BYTES_MAX + LINE_END.length);
    const from = this.used;
    const end = from + this.bytes.write(text, from);
    this.used = end + this.bytes.write(LINE_END, end, "latin1");
    this.lines += 1;
    return this.bytes.subarray(from, this.used);
  }

  /** Forgets the line that was added last. */
  takeBack(line: Buffer): void {
    this.used -= line.length;
    this.lines -= 1;
  }

  /** Begins anew in the room that it has. Whoever holds bytes of it must be done with them. */
  clear(): void {
    [this.used, this.lines] = [0, 0];
  }

  /** What stands between the brackets of a JSON array of them; valid until a line is added or taken back. */
  get list(): Buffer {
    return this.bytes.subarray(0, Math.max(0, this.used - LINE_END.length));
  }

  texts(): string[] {
    return textsIn(this.list.toString("utf8"));
  }

  /** Both halves, the first one first. */
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

/** Splits the text of a file into its lines, without the commas that end them. */
export function textsIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => (line.endsWith(",") ? line.slice(0, -1) : line))
    .filter((line) => line !== "");
}

/** Whether a line is a whole JSON object: one that a power cut tore never is. */
export function isWhole(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
