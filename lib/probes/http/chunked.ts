import { malformed } from "./head";

const LINE_MAX = 16 * 1024;
const TRAILERS_MAX = 16 * 1024;

type Step = "size" | "data" | "data-end" | "trailer" | "done";

/** Reads a chunked body (RFC 9112 §7.1) as it arrives. Throws ProbeError `http_malformed`. */
export class ChunkedReader {
  private step: Step = "size";
  private line = "";
  private left = 0;
  private trailerBytes = 0;

  constructor(private readonly onData: (part: Buffer) => void) {}

  get done(): boolean {
    return this.step === "done";
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && this.step !== "done") {
      at = this.step === "data" ? this.takeData(bytes, at) : this.takeLine(bytes, at);
    }
  }

  private takeData(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.left);
    this.onData(bytes.subarray(at, end));
    this.left -= end - at;
    if (this.left === 0) this.step = "data-end";
    return end;
  }

  private takeLine(bytes: Buffer, at: number): number {
    const feed = bytes.indexOf(10, at);
    const end = feed === -1 ? bytes.length : feed;
    this.line += bytes.toString("latin1", at, end);
    if (this.line.length > LINE_MAX) throw malformed("a chunk size line is longer than 16 KiB");
    if (feed === -1) return end;
    const line = this.line.endsWith("\r") ? this.line.slice(0, -1) : this.line;
    this.line = "";
    this.takeWholeLine(line);
    return feed + 1;
  }

  private takeWholeLine(line: string): void {
    if (this.step === "data-end") {
      if (line !== "") throw malformed("a chunk is longer than its declared size");
      this.step = "size";
      return;
    }
    if (this.step === "trailer") {
      this.trailerBytes += line.length;
      if (this.trailerBytes > TRAILERS_MAX) throw malformed("the trailers are larger than 16 KiB");
      if (line === "") this.step = "done";
      return;
    }
    const size = /^0*([0-9a-f]{1,12})(?![0-9a-f])/i.exec(line);
    if (!size)
      throw malformed(`a chunk size must be a hexadecimal number; got ${JSON.stringify(line.slice(0, 40))}`);
    this.left = Number.parseInt(size[1] ?? "0", 16);
    this.step = this.left === 0 ? "trailer" : "data";
  }
}
