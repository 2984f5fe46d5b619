import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Anchor } from "@/lib/probes/anchors";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

/** An anchor that has not answered for so long counts no more: the machine moved, or the anchor is gone. */
const COUNTS_MS = 24 * 3600_000;
const KEEP_MS = 3600_000;

/** When each anchor answered last. Kept on disk, so that a runner that starts without network knows on whom it could count. */
export class AnchorMemory {
  /** Epoch milliseconds, by address and port. */
  private readonly lastAnswers: Map<string, number>;
  private keptMs = 0;

  constructor(private readonly file: string) {
    this.lastAnswers = readAnswers(file);
  }

  /** Whether it answered within the last 24 hours, so that its silence means something. */
  counts(anchor: Anchor): boolean {
    return now().getTime() - (this.lastAnswers.get(keyOf(anchor)) ?? Number.NEGATIVE_INFINITY) < COUNTS_MS;
  }

  /** Notes who answered just now; to disk at most once an hour. */
  answered(anchors: Iterable<Anchor>): void {
    const atMs = now().getTime();
    for (const anchor of anchors) this.lastAnswers.set(keyOf(anchor), atMs);
    if (this.lastAnswers.size === 0 || Math.abs(atMs - this.keptMs) < KEEP_MS) return;
    this.keptMs = atMs;
    writeFile(this.file, JSON.stringify([...this.lastAnswers]), { mode: 0o600 }).catch((error) =>
      log.debug("which anchors answered can't be kept", { error }),
    );
  }

  /** They count no more until they answer. */
  forget(anchors: readonly Anchor[]): void {
    for (const anchor of anchors) this.lastAnswers.delete(keyOf(anchor));
  }
}

function keyOf({ address, port }: Anchor): string {
  return `${address} ${port}`;
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
