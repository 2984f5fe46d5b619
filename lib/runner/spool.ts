import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { CheckResult } from "@/lib/contract/check";
import { log } from "@/lib/shared/log";
import { ResultLines, textsIn } from "./result-lines";

/** Results of one file, and of one request to the server. */
export const BATCH_MAX = 500;
const BYTES_MAX = 256 * 1024 * 1024;
const AGE_MAX_MS = 24 * 3600_000;
/** What memory keeps too, so that results which go out soon are not read again. */
const REMEMBERED_BYTES_MAX = 4 * 1024 * 1024;

interface Batch {
  readonly file: string;
  readonly bytes: number;
  readonly writtenMs: number;
  /** How many results; of a file of an earlier process at most. */
  readonly count: number;
  /** Null when only the file has them. */
  readonly lines: ResultLines | null;
}

interface Growing {
  readonly file: string;
  readonly handle: number;
  readonly writtenMs: number;
  readonly lines: ResultLines;
}

/**
 * Results that the server has not acknowledged, one file a batch, named so that they replay in order. A result is on disk as soon as it
 * is added: a runner that is killed loses none. Bounded by age and bytes: the oldest batch loses its successes first; one that holds
 * only failures goes last.
 */
export class Spool {
  private batches: Batch[] = [];
  private growing: Growing | null = null;
  private sequence = 0;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of readdirSync(folder)
      .filter((name) => /^\d{15}-\d{9}\.jsonl?$/.test(name))
      .sort()) {
      const { size: bytes } = statSync(path.join(folder, file));
      const writtenMs = Number(file.slice(0, 15));
      this.batches.push({ file, bytes, writtenMs, count: BATCH_MAX, lines: null });
      // Beyond all that are there: no name is given twice, whatever the clock says.
      this.sequence = Math.max(this.sequence, Number(file.slice(16, 25)));
    }
  }

  /** Results that wait, also those of the file that still grows. */
  get count(): number {
    return this.batches.reduce((sum, { count }) => sum + count, this.growing?.lines.count ?? 0);
  }

  /** Whether there is more than the file that still grows. */
  get hasClosed(): boolean {
    return this.batches.length > 0;
  }

  /** Whether a whole batch waits, or one that was not sent. */
  get isFull(): boolean {
    return this.hasClosed || (this.growing?.lines.count ?? 0) >= BATCH_MAX;
  }

  /** Keeps a result. Throws when the disk takes nothing; the result is then not kept. */
  add(result: CheckResult, nowMs: number): void {
    if ((this.growing?.lines.count ?? 0) >= BATCH_MAX) this.close(nowMs);
    this.growing ??= this.open(nowMs);
    append(this.growing, JSON.stringify(result));
  }

  /** The oldest batch; a file that can't be read is told and skipped. */
  first(nowMs: number): { file: string; lines: ResultLines } | null {
    for (;;) {
      if (this.batches.length === 0) this.close(nowMs);
      const [batch] = this.batches;
      if (!batch) return null;
      try {
        return { file: batch.file, lines: batch.lines ?? ResultLines.of(this.read(batch.file)) };
      } catch (error) {
        log.error("a spooled batch can't be read and is left out", { file: batch.file, error });
        this.remove(batch.file);
      }
    }
  }

  remove(file: string): void {
    this.batches = this.batches.filter((batch) => batch.file !== file);
    const whole = path.join(this.folder, file);
    // Not `rmSync`, which asks the disk twice first what it is.
    if (existsSync(whole)) unlinkSync(whole);
  }

  private open(nowMs: number): Growing {
    this.sequence += 1;
    // A clock that went back must not put new results before old ones (F11).
    const writtenMs = Math.max(nowMs, this.batches.at(-1)?.writtenMs ?? 0);
    const file = `${String(writtenMs).padStart(15, "0")}-${String(this.sequence).padStart(9, "0")}.jsonl`;
    const handle = openSync(path.join(this.folder, file), "wx", 0o600);
    return { file, handle, writtenMs, lines: new ResultLines() };
  }

  /** The file that grows becomes a batch. */
  private close(nowMs: number): void {
    if (!this.growing) return;
    const { file, handle, writtenMs, lines } = this.growing;
    this.growing = null;
    closeSync(handle);
    const { count, size: bytes } = lines;
    const remembered = this.batches.reduce((sum, batch) => sum + (batch.lines?.size ?? 0), bytes);
    const isRemembered = remembered <= REMEMBERED_BYTES_MAX;
    this.batches.push({ file, bytes, writtenMs, count, lines: isRemembered ? lines : null });
    this.bound(nowMs);
  }

  /** A line that is torn (the machine went down while it was written) was never a result. */
  private read(file: string): string[] {
    const text = readFileSync(path.join(this.folder, file), "utf8");
    if (text.startsWith("[")) return (JSON.parse(text) as CheckResult[]).map((each) => JSON.stringify(each));
    return textsIn(text).filter(isWhole);
  }

  private write(file: string, texts: readonly string[]): void {
    const whole = path.join(this.folder, file);
    try {
      writeFileSync(`${whole}.new`, texts.map((text) => `${text},\n`).join(""), { mode: 0o600 });
      renameSync(`${whole}.new`, whole);
    } catch (error) {
      // Half a file would take the last room of a full disk.
      rmSync(`${whole}.new`, { force: true });
      throw error;
    }
  }

  private bound(nowMs: number): void {
    for (const batch of this.batches.filter(({ writtenMs }) => nowMs - writtenMs > AGE_MAX_MS))
      this.remove(batch.file);
    for (const batch of [...this.batches]) {
      if (this.batches.reduce((sum, { bytes }) => sum + bytes, 0) <= BYTES_MAX) return;
      this.shrink(batch);
    }
  }

  private shrink(batch: Batch): void {
    const texts = batch.lines?.texts() ?? this.read(batch.file);
    const failures = texts.filter((text) => (JSON.parse(text) as CheckResult).outcome === "down");
    const dropped = texts.length - failures.length;
    log.warn("the spool is full: successes are given up", { file: batch.file, dropped });
    if (failures.length === 0) {
      this.remove(batch.file);
      return;
    }
    this.write(batch.file, failures);
    const bytes = statSync(path.join(this.folder, batch.file)).size;
    const shrunk = { ...batch, bytes, count: failures.length, lines: null };
    this.batches = this.batches.map((other) => (other === batch ? shrunk : other));
  }
}

/** Writes a result at the end of the file, all of it or nothing. */
function append({ handle, lines }: Growing, text: string): void {
  const end = lines.size;
  const line = lines.add(text);
  try {
    const written = writeSync(handle, line, 0, line.length, end);
    if (written < line.length) throw new Error(`the disk took ${written} of ${line.length} bytes`);
  } catch (error) {
    lines.takeBack(line);
    ftruncateSync(handle, end);
    throw error;
  }
}

function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
