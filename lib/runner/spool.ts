import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { CheckResult } from "@/lib/contract/check";
import { log } from "@/lib/shared/log";

const BYTES_MAX = 256 * 1024 * 1024;
const AGE_MAX_MS = 24 * 3600_000;

interface Batch {
  readonly file: string;
  readonly bytes: number;
  readonly writtenMs: number;
}

/**
 * Results that the server has not acknowledged, one file a batch, named so that they replay in order. Bounded by age and bytes: the
 * oldest batch loses its successes first; one that holds only failures goes last.
 */
export class Spool {
  private batches: Batch[] = [];
  private sequence = 0;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of readdirSync(folder)
      .filter((name) => /^\d{15}-\d{9}\.json$/.test(name))
      .sort()) {
      this.batches.push({
        file,
        bytes: statSync(path.join(folder, file)).size,
        writtenMs: Number(file.slice(0, 15)),
      });
      this.sequence = Math.max(this.sequence, Number(file.slice(16, 25)));
    }
  }

  get size(): number {
    return this.batches.length;
  }

  /** Keeps a batch; the file appears whole or not at all. Throws when the disk takes nothing; the batch is then not kept. */
  add(results: readonly CheckResult[], nowMs: number): void {
    this.sequence += 1;
    // A clock that went back must not put new results before old ones (F11).
    const writtenMs = Math.max(nowMs, this.batches.at(-1)?.writtenMs ?? 0);
    const file = `${String(writtenMs).padStart(15, "0")}-${String(this.sequence).padStart(9, "0")}.json`;
    this.write(file, results);
    this.batches.push({ file, bytes: statSync(path.join(this.folder, file)).size, writtenMs });
    this.bound(nowMs);
  }

  /** The oldest batch; a file that can't be read is told and skipped. */
  first(): { file: string; results: CheckResult[] } | null {
    for (;;) {
      const [batch] = this.batches;
      if (!batch) return null;
      try {
        return {
          file: batch.file,
          results: JSON.parse(readFileSync(path.join(this.folder, batch.file), "utf8")),
        };
      } catch (error) {
        log.error("a spooled batch can't be read and is left out", { file: batch.file, error });
        this.remove(batch.file);
      }
    }
  }

  remove(file: string): void {
    this.batches = this.batches.filter((batch) => batch.file !== file);
    const whole = path.join(this.folder, file);
    if (existsSync(whole)) rmSync(whole);
  }

  private write(file: string, results: readonly CheckResult[]): void {
    const whole = path.join(this.folder, file);
    try {
      writeFileSync(`${whole}.new`, JSON.stringify(results), { mode: 0o600 });
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
    const results: CheckResult[] = JSON.parse(readFileSync(path.join(this.folder, batch.file), "utf8"));
    const failures = results.filter((result) => result.outcome === "down");
    log.warn("the spool is full: successes are given up", {
      file: batch.file,
      dropped: results.length - failures.length,
    });
    if (failures.length === 0) {
      this.remove(batch.file);
      return;
    }
    this.write(batch.file, failures);
    const bytes = statSync(path.join(this.folder, batch.file)).size;
    this.batches = this.batches.map((other) => (other === batch ? { ...batch, bytes } : other));
  }
}
