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
import type { CheckResult } from "@/lib/contract/checks/check";
import { isLack } from "@/lib/probes/net/own-lack";
import { Repeats } from "@/lib/runner/schedule/repeats";
import { log } from "@/lib/shared/log";
import { GroupSync } from "./group-sync";
import { isWhole, ResultLines, textsIn } from "./result-lines";

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
 * Results that the server has not acknowledged, one file a batch, named so that they replay in order. A result is in its file as soon as
 * it is added: a runner that is killed loses none. A power cut loses what was added after the last `sync`. Bounded by age and bytes: first all batches, the oldest one first, lose the successes that
 * no verdict needs, then such failures; only then the oldest batch goes.
 */
export class Spool {
  private batches: Batch[] = [];
  private growing: Growing | null = null;
  private spare: ResultLines | null = null;
  private sequence = 0;
  /** Of what was given up so far, so that a streak that goes through several batches is one. */
  private repeats = [new Repeats(false), new Repeats(true)];
  private readonly disk: GroupSync;

  constructor(
    private readonly folder: string,
    private readonly bytesMax = BYTES_MAX,
  ) {
    this.disk = new GroupSync(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder);
    // Never became a batch.
    for (const name of names.filter((each) => each.endsWith(".new"))) rmSync(path.join(folder, name));
    for (const file of names.filter((name) => /^\d{15}-\d{9}\.jsonl?$/.test(name)).sort()) {
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
    this.disk.wrote(this.growing.file);
  }

  /** Makes what was added survive a power cut: at once (`isUrgent`), or within a second together with what is added until then. */
  syncSoon(isUrgent: boolean): void {
    this.disk.soon(isUrgent);
  }

  /** Resolves when what was added survives a power cut, or the disk refused. */
  sync(): Promise<void> {
    return this.disk.now();
  }

  /** The oldest batch. A file that can't be read is logged and skipped; it stays for the next start, which may be able to. */
  first(nowMs: number): { file: string; lines: ResultLines } | null {
    for (;;) {
      if (this.batches.length === 0) this.close(nowMs);
      const [batch] = this.batches;
      if (!batch) return null;
      try {
        return { file: batch.file, lines: batch.lines ?? ResultLines.of(this.read(batch.file)) };
      } catch (error) {
        // Nothing to read it with at this moment.
        if (isLack((error as NodeJS.ErrnoException).code)) return null;
        log.error("a spooled batch can't be read and is left out", { file: batch.file, error });
        this.batches = this.batches.slice(1);
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
    this.disk.gone(file);
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
    this.disk.named(file);
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

  /** Reads what is whole: of a file that a power cut tore, or filled with zeros, the lines before and after. */
  private read(file: string): string[] {
    const texts = textsIn(readFileSync(path.join(this.folder, file), "utf8"));
    const whole = texts.filter(isWhole);
    if (whole.length < texts.length)
      log.warn("a spooled batch is torn: the rest of it is handed in", { file, whole: whole.length });
    return whole;
  }

  private write(file: string, texts: readonly string[]): void {
    const whole = path.join(this.folder, file);
    try {
      const text = texts.map((each) => `${each},\n`).join("");
      writeFileSync(`${whole}.new`, text, { mode: 0o600, flush: true });
      renameSync(`${whole}.new`, whole);
      this.disk.named(file);
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
