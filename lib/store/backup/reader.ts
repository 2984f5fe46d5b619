const NEWLINE = 0x0a;
/** The line after the rows of a table, as PostgreSQL's text format has it. */
export const ROWS_END = "\\.\n";
const END_AFTER_ROW = `\n${ROWS_END}`;

/** Reads a backup's lines and blocks of rows in order. */
export class BackupReader {
  readonly #source: AsyncIterator<Buffer>;
  /** Starts at the start of a line. */
  #waiting: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#source = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next line without its end; null after the last one. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#waiting.indexOf(NEWLINE, this.#at);
      if (end >= 0) {
        const text = this.#waiting.toString("utf8", this.#at, end);
        this.#at = end + 1;
        return text;
      }
      if (await this.#more()) continue;
      const rest = this.#waiting.toString("utf8", this.#at);
      this.#at = this.#waiting.length;
      return rest === "" ? null : rest;
    }
  }

  /** Yields rows, in chunks of whole lines, up to the line that ends them. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const whole = this.#waiting.subarray(this.#at, this.#waiting.lastIndexOf(NEWLINE) + 1);
      const isOver = whole.subarray(0, ROWS_END.length).equals(Buffer.from(ROWS_END));
      const end = isOver ? -1 : whole.indexOf(END_AFTER_ROW);
      if (isOver || end >= 0) {
        this.#at += end + 1 + ROWS_END.length;
        if (end >= 0) yield whole.subarray(0, end + 1);
        return;
      }
      this.#at += whole.length;
      if (whole.length > 0) yield whole;
      if (!(await this.#more())) return;
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#waiting = Buffer.concat([this.#waiting.subarray(this.#at), value]);
    this.#at = 0;
    return true;
  }
}
