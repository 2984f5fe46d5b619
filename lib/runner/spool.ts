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
import { Repeats } from "./repeats";
import { ResultLines, textsIn } from "./result-lines";

/** Results of one file, and of one request to the server. */
export const BATCH_MAX = 500;
const BYTES_MAX = 256 * 1024 * 1024;
const AGE_MAX_MS = 24 * 3600_000;
/** What memory keeps too, so that results which go out soon are not read again. */
const REMEMBERED_BYTES_MAX = 4 * 1024 * 1024;
/**
 * Room of a batch that was handed in, for the next one. Made anew for each, three times a second at full rate, it outlives the young heap, and
 * its bytes alone make Node collect everything.
 */
const SPARE_BYTES_MAX = 1024 * 1024;

interface Batch {
  readonly file: string;
  readonly bytes: number;
  readonly writtenMs: number;
  /** How many results; of a file of an earlier process at most. */
  readonly count: number;
  /** Null when only the file has them. */
  readonly lines: ResultLines | null;
  /** How often it gave up what no verdict needs: successes first, then failures. */
  readonly shrunk: number;
}

interface Growing {
  readonly file: string;
  readonly handle: number;
  readonly writtenMs: number;
  readonly lines: ResultLines;
}

/**
 * Results that the server has not acknowledged, one file a batch, named so that they replay in order. A result is on disk as soon as it
 * is added: a runner that is killed loses none. Bounded by age and bytes: first all batches, the oldest one first, lose the successes that
 * no verdict needs, then such failures; only then the oldest batch goes.
 */
export class Spool {
  private batches: Batch[] = [];
  private growing: Growing | null = null;
  private spare: ResultLines | null = null;
  private sequence = 0;
  /** Of what was given up so far, so that a streak that goes through several batches is one. */
  private repeats = [new Repeats(false), new Repeats(true)];

  constructor(
    private readonly folder: string,
    private readonly bytesMax = BYTES_MAX,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of readdirSync(folder)
      .filter((name) => /^\d{15}-\d{9}\.jsonl?$/.test(name))
      .sort()) {
      const { size: bytes } = statSync(path.join(folder, file));
      const writtenMs = Number(file.slice(0, 15));
      this.batches.push({ file, bytes, writtenMs, count: BATCH_MAX, lines: null, shrunk: 0 });
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

  /** The server has committed it, and nobody needs its lines any more. */
  handedIn(file: string): void {
    const lines = this.batches.find((batch) => batch.file === file)?.lines;
    if (lines && lines.room <= SPARE_BYTES_MAX) this.spare = lines;
    this.remove(file);
  }

  /** A file that the disk does not let go is handed in once more after a restart: the server drops repeats. */
  private remove(file: string): void {
    this.batches = this.batches.filter((batch) => batch.file !== file);
    // What comes after it has been handed in is another story.
    if (this.batches.length === 0) this.repeats = [new Repeats(false), new Repeats(true)];
    const whole = path.join(this.folder, file);
    try {
      // Not `rmSync`, which asks the disk twice first what it is.
      if (existsSync(whole)) unlinkSync(whole);
    } catch (error) {
      log.error("a batch that was handed in can't be removed from the disk", { file, error: String(error) });
    }
  }

  private open(nowMs: number): Growing {
    this.sequence += 1;
    // A clock that went back must not put new results before old ones (F11).
    const writtenMs = Math.max(nowMs, this.batches.at(-1)?.writtenMs ?? 0);
    const file = `${String(writtenMs).padStart(15, "0")}-${String(this.sequence).padStart(9, "0")}.jsonl`;
    // Whoever removed the folder meanwhile removed what was in it, not what is still to come.
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const handle = openSync(path.join(this.folder, file), "wx", 0o600);
    const lines = this.spare ?? new ResultLines();
    this.spare = null;
    lines.clear();
    return { file, handle, writtenMs, lines };
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
    this.batches.push({ file, bytes, writtenMs, count, lines: isRemembered ? lines : null, shrunk: 0 });
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
    let over = this.batches.reduce((sum, { bytes }) => sum + bytes, -this.bytesMax);
    for (const [stage, repeats] of this.repeats.entries())
      for (const batch of this.batches.filter(({ shrunk }) => shrunk === stage)) {
        if (over <= 0) return;
        over -= this.shrink(batch, repeats);
      }
    for (const { file, bytes } of [...this.batches]) {
      if (over <= 0) return;
      log.error("the spool is full: the oldest results are given up", { file });
      this.remove(file);
      over -= bytes;
    }
  }

  /** The bytes that it gave up. What the disk does not let it do is left. */
  private shrink(batch: Batch, repeats: Repeats): number {
    try {
      return this.giveUpRepeats(batch, repeats);
    } catch (error) {
      log.error("a spooled batch can't be made smaller", { file: batch.file, error: String(error) });
      this.replace(batch, { ...batch, shrunk: batch.shrunk + 1 });
      return 0;
    }
  }

  private giveUpRepeats(batch: Batch, repeats: Repeats): number {
    const { file } = batch;
    const texts = batch.lines?.texts() ?? this.read(file);
    const needed = texts.filter((text) => !repeats.has(JSON.parse(text) as CheckResult));
    const dropped = texts.length - needed.length;
    const shrunk = { ...batch, count: needed.length, shrunk: batch.shrunk + 1 };
    if (dropped === 0) {
      this.replace(batch, shrunk);
      return 0;
    }
    log.warn("the spool is full: what no verdict needs is given up", { file, dropped });
    if (needed.length === 0) {
      this.remove(file);
      return batch.bytes;
    }
    this.write(file, needed);
    const bytes = statSync(path.join(this.folder, file)).size;
    this.replace(batch, { ...shrunk, bytes, lines: null });
    return batch.bytes - bytes;
  }

  private replace(before: Batch, after: Batch): void {
    this.batches = this.batches.map((batch) => (batch === before ? after : batch));
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
    const result: unknown = JSON.parse(line);
    return typeof result === "object" && result !== null && !Array.isArray(result);
  } catch {
    return false;
  }
}
