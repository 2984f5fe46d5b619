import { readFileSync } from "node:fs";
import { now } from "@/lib/shared/clock";
import { replaceFile } from "@/lib/shared/durable-file";
import { log } from "@/lib/shared/log";

/** What has not answered for so long counts no more: the machine moved, or the other end is gone. */
const COUNTS_MS = 24 * 3600_000;
const KEEP_MS = 3600_000;

/**
 * When each of those whose answer shows that our own way out works answered last, by a text that names it. Kept on disk, so that a
 * runner that starts without network or name servers knows on whom it could count.
 */
export class AnswerMemory {
  /** Epoch milliseconds. */
  private readonly lastAnswers: Map<string, number>;
  private keptMs = 0;

  constructor(private readonly file: string) {
    this.lastAnswers = readAnswers(file);
  }

  /** Whether it answered within the last 24 hours, so that its silence means something. */
  counts(key: string): boolean {
    return now().getTime() - (this.lastAnswers.get(key) ?? Number.NEGATIVE_INFINITY) < COUNTS_MS;
  }

  /** Notes who answered just now; to disk at most once an hour. */
  answered(keys: Iterable<string>): void {
    const atMs = now().getTime();
    for (const key of keys) this.lastAnswers.set(key, atMs);
    if (this.lastAnswers.size === 0 || Math.abs(atMs - this.keptMs) < KEEP_MS) return;
    this.keptMs = atMs;
    replaceFile(this.file, [JSON.stringify([...this.lastAnswers])]).catch((error) =>
      log.debug("who answered can't be kept", { file: this.file, error }),
    );
  }

  /** They count no more until they answer. */
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
    // None kept, or half a file: the first look says it anew.
    return new Map();
  }
}
