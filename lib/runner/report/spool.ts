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
import { isResourceExhausted } from "@/lib/probes/net/resource-exhausted";
import { isWhole, textsIn } from "@/lib/runner/json-lines";
import { errorCode } from "@/lib/shared/error-code";
import { log } from "@/lib/shared/log";
import { GroupSync } from "./group-sync";
import { Repeats } from "./repeats";
import { ResultLines } from "./result-lines";

/** Results per file, and per request to the server. */
export const BATCH_MAX = 500;
const BYTES_MAX = 256 * 1024 * 1024;
const AGE_MAX_MS = 24 * 3600_000;
/** Recent results are also kept in memory, so that they're sent without reading them again. */
const REMEMBERED_BYTES_MAX = 4 * 1024 * 1024;
/**
 * The buffer of a sent batch is reused for the next. Allocating one three times a second at full rate would outlive
 * the young heap, and its size alone would trigger full collections.
 */
const SPARE_BYTES_MAX = 1024 * 1024;

/** Epoch milliseconds and a sequence number. */
const NAME = /^\d{15}-\d{9}\.jsonl$/;

interface Batch {
  readonly file: string;
  readonly bytes: number;
  readonly writtenMs: number;
  /** Number of results; an upper bound for a file from an earlier process. */
  readonly count: number;
  /** Null when only the file has them. */
  readonly lines: ResultLines | null;
  /** How often it dropped results that no decision needs: successes first, then failures. */
  readonly shrunk: number;
}

interface Growing {
  readonly file: string;
  readonly handle: number;
  readonly writtenMs: number;
  readonly lines: ResultLines;
}

/**
 * Stores results that the server hasn't acknowledged, one file per batch, named so that they replay in order. A
 * result is in its file as soon as it's added, so a killed runner loses none. A power cut loses what was added after
 * the last `sync`. Limited by age and bytes: batches first drop the successes that no decision needs, oldest batch
 * first, then such failures, and only then the oldest batch.
 */
export class Spool {
  private batches: Batch[] = [];
  private growing: Growing | null = null;
  private spare: ResultLines | null = null;
  private sequence = 0;
  /** Tracks dropped results, so that a streak across several batches counts as one. */
  private repeats = [new Repeats(false), new Repeats(true)];
  private readonly disk: GroupSync;

  constructor(
    private readonly folder: string,
    private readonly bytesMax = BYTES_MAX,
  ) {
    this.disk = new GroupSync(folder);
    for (const file of namesIn(folder).sort()) {
      if (!NAME.test(file)) {
        log.error("skipping a file that isn't a spooled batch", { folder, file });
        continue;
      }
      const { size: bytes } = statSync(path.join(folder, file));
      const writtenMs = Number(file.slice(0, 15));
      this.batches.push({ file, bytes, writtenMs, count: BATCH_MAX, lines: null, shrunk: 0 });
      // Start after all existing numbers, so that no name is used twice, whatever the clock says.
      this.sequence = Math.max(this.sequence, Number(file.slice(16, 25)));
    }
  }

  /** Number of waiting results, including those in the file that is still growing. */
  get count(): number {
    return this.batches.reduce((sum, { count }) => sum + count, this.growing?.lines.count ?? 0);
  }

  /** Whether there is more than the growing file. */
  get hasClosed(): boolean {
    return this.batches.length > 0;
  }

  /** Whether a full batch or an unsent one is waiting. */
  get isFull(): boolean {
    return this.hasClosed || (this.growing?.lines.count ?? 0) >= BATCH_MAX;
  }

  /** Stores a result. Throws when the disk refuses; the result isn't stored then. */
  add(result: CheckResult, nowMs: number): void {
    if ((this.growing?.lines.count ?? 0) >= BATCH_MAX) this.close(nowMs);
    this.growing ??= this.open(nowMs);
    append(this.growing, JSON.stringify(result));
    this.disk.wrote(this.growing.file);
  }

  /** Makes results survive a power cut: immediately (`isUrgent`), or within a second along with newer ones. */
  syncSoon(isUrgent: boolean): void {
    this.disk.soon(isUrgent);
  }

  /** Resolves when everything added survives a power cut, or the disk refused. */
  sync(): Promise<void> {
    return this.disk.now();
  }

  /** Returns the oldest batch. A file that can't be read is logged, skipped, and left for the next start. */
  first(nowMs: number): { file: string; lines: ResultLines } | null {
    for (;;) {
      if (this.batches.length === 0) this.close(nowMs);
      const [batch] = this.batches;
      if (!batch) return null;
      try {
        return { file: batch.file, lines: batch.lines ?? ResultLines.of(this.read(batch.file)) };
      } catch (error) {
        // No descriptor is free to read it right now.
        if (isResourceExhausted(errorCode(error))) return null;
        log.error("can't read a spooled batch; skipping it", { file: batch.file, error });
        this.batches = this.batches.slice(1);
      }
    }
  }

  /** Removes a batch that the server has committed. */
  acknowledged(file: string): void {
    const lines = this.batches.find((batch) => batch.file === file)?.lines;
    if (lines && lines.room <= SPARE_BYTES_MAX) this.spare = lines;
    this.remove(file);
  }

  /** Removes a file. If the disk refuses, it's sent again after a restart, and the server drops the repeats. */
  private remove(file: string): void {
    this.batches = this.batches.filter((batch) => batch.file !== file);
    // After an empty spool, streaks start over.
    if (this.batches.length === 0) this.repeats = [new Repeats(false), new Repeats(true)];
    this.disk.gone(file);
    const whole = path.join(this.folder, file);
    try {
      // `rmSync` would query the file twice first.
      if (existsSync(whole)) unlinkSync(whole);
    } catch (error) {
      log.error("can't delete a sent batch from disk", { file, error: String(error) });
    }
  }

  private open(nowMs: number): Growing {
    this.sequence += 1;
    // A clock set back must not put new results before old ones.
    const writtenMs = Math.max(Math.floor(nowMs), this.batches.at(-1)?.writtenMs ?? 0);
    const file = `${String(writtenMs).padStart(15, "0")}-${String(this.sequence).padStart(9, "0")}.jsonl`;
    // The folder may have been deleted in the meantime; new results still need it.
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const handle = openSync(path.join(this.folder, file), "wx", 0o600);
    this.disk.named(file);
    const lines = this.spare ?? new ResultLines();
    this.spare = null;
    lines.clear();
    return { file, handle, writtenMs, lines };
  }

  /** Turns the growing file into a batch. */
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

  /** Reads the intact lines. A power cut can tear a file or fill parts of it with zeros. */
  private read(file: string): string[] {
    const texts = textsIn(readFileSync(path.join(this.folder, file), "utf8"));
    const whole = texts.filter(isWhole);
    if (whole.length < texts.length)
      log.warn("a spooled batch is damaged; sending its intact part", { file, whole: whole.length });
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
      // A partial file would take the last space on a full disk.
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
      log.error("the spool is full; dropping the oldest results", { file });
      this.remove(file);
      over -= bytes;
    }
  }

  /** Returns the number of bytes freed. A batch that the disk refuses to shrink stays as is. */
  private shrink(batch: Batch, repeats: Repeats): number {
    try {
      return this.giveUpRepeats(batch, repeats);
    } catch (error) {
      log.error("can't shrink a spooled batch", { file: batch.file, error: String(error) });
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
    log.warn("the spool is full; dropping results that no decision needs", { file, dropped });
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

/** Creates the folder and returns its files, without those that never became a batch; none if the disk refuses, as a read-only one. */
function namesIn(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder);
    const isUnfinished = (name: string) => name.endsWith(".new");
    for (const name of names.filter(isUnfinished)) rmSync(path.join(folder, name), { force: true });
    return names.filter((name) => !isUnfinished(name));
  } catch (error) {
    log.error("can't use the folder of unsent results", { folder, error: String(error) });
    return existsSync(folder) ? readdirSync(folder) : [];
  }
}

/** Appends a result to the file, completely or not at all. */
function append({ handle, lines }: Growing, text: string): void {
  const end = lines.size;
  const line = lines.add(text);
  try {
    const written = writeSync(handle, line, 0, line.length, end);
    if (written < line.length) throw new Error(`the disk wrote ${written} of ${line.length} bytes`);
  } catch (error) {
    lines.takeBack(line);
    ftruncateSync(handle, end);
    throw error;
  }
}
