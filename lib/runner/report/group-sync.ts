import path from "node:path";
import { syncFile, syncFolder } from "@/lib/shared/durable-file";
import { log } from "@/lib/shared/log";

/** At most so much is lost when the power is: results that change nothing wait so long for others. */
const GROUP_MS = 1000;

/**
 * Brings the files of a folder to the disk itself, many writes at a time: within a second, or at once for what matters. Never two
 * rounds at the same time; what is written during one belongs to the next.
 */
export class GroupSync {
  private readonly unsynced = new Set<string>();
  private isFolderSynced = true;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isTroubled = false;

  constructor(private readonly folder: string) {}

  /** A file was created or replaced: its name must survive too. */
  named(file: string): void {
    this.isFolderSynced = false;
    this.unsynced.add(file);
  }

  wrote(file: string): void {
    this.unsynced.add(file);
  }

  /** Nobody needs the file any more. */
  gone(file: string): void {
    this.unsynced.delete(file);
    if (this.unsynced.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Syncs at once (`isUrgent`) or within a second. */
  soon(isUrgent: boolean): void {
    if (this.unsynced.size === 0) return;
    if (isUrgent) void this.now();
    else
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        void this.now();
      }, GROUP_MS).unref();
  }

  /** Resolves when all that was written before is on the disk, or the disk refused. Never rejects. */
  async now(): Promise<void> {
    await this.running;
    // Another caller may have begun the round that includes ours.
    this.running ??= this.round().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  private async round(): Promise<void> {
    const files = [...this.unsynced];
    const isFolderSynced = this.isFolderSynced;
    this.unsynced.clear();
    this.isFolderSynced = true;
    try {
      // One that was handed in meanwhile is gone.
      for (const file of files) await syncFile(path.join(this.folder, file)).catch(unlessGone);
      if (!isFolderSynced) await syncFolder(this.folder).catch(unlessGone);
      this.isTroubled = false;
    } catch (error) {
      for (const file of files) this.unsynced.add(file);
      this.isFolderSynced &&= isFolderSynced;
      if (!this.isTroubled)
        log.error("the disk doesn't confirm results: a power cut may lose them", { error });
      this.isTroubled = true;
    }
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
