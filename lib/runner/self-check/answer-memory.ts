import { readFileSync } from "node:fs";
import { now } from "@/lib/shared/clock";
import { replaceFile } from "@/lib/shared/durable-file";
import { log } from "@/lib/shared/log";

/** An older response no longer counts, because the machine may have moved or the other end may be gone. */
const COUNTS_MS = 24 * 3600_000;
const KEEP_MS = 3600_000;

/**
 * Remembers when each connectivity check or known name last answered, by key. Kept on disk, so that a runner that starts
 * without a network or name servers knows which ones to rely on.
 */
export class AnswerMemory {
  /** In epoch milliseconds. */
  private readonly lastAnswers: Map<string, number>;
  private keptMs = 0;

  constructor(private readonly file: string) {
    this.lastAnswers = readAnswers(file);
  }

  /** Returns whether it answered within the last 24 hours, so that its silence means something. */
  counts(key: string): boolean {
    return now().getTime() - (this.lastAnswers.get(key) ?? Number.NEGATIVE_INFINITY) < COUNTS_MS;
  }

  /** Records who just answered. Writes to disk at most once an hour. */
  answered(keys: Iterable<string>): void {
    const atMs = now().getTime();
    for (const key of keys) this.lastAnswers.set(key, atMs);
    if (this.lastAnswers.size === 0 || Math.abs(atMs - this.keptMs) < KEEP_MS) return;
    this.keptMs = atMs;
    replaceFile(this.file, [JSON.stringify([...this.lastAnswers])]).catch((error) =>
      log.debug("can't save which self-checks were answered", { file: this.file, error }),
    );
  }

  /** Ignores these until they answer again. */
  forget(keys: Iterable<string>): void {
    for (const key of keys) this.lastAnswers.delete(key);
  }
}

function readAnswers(file: string): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!Array.isArray(kept)) return new Map();
    return new Map(kept.filter(([key, at]) => typeof key === "string" && typeof at === "number"));
  } catch {
    // No file, or a damaged one; the first answers rebuild it.
    return new Map();
  }
}
