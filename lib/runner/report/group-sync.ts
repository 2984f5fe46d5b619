import path from "node:path";
import { syncFile, syncFolder } from "@/lib/shared/durable-file";
import { log } from "@/lib/shared/log";

/** The most that a power cut can lose. Results that change nothing wait this long to be synced with others. */
const GROUP_MS = 1000;

/**
 * Syncs the files of a folder to disk, many writes at a time: within a second, or immediately for important results.
 * Rounds never overlap; what is written during one belongs to the next.
 */
export class GroupSync {
  private readonly unsynced = new Set<string>();
  private isFolderSynced = true;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isTroubled = false;

  constructor(private readonly folder: string) {}

  /** Marks a created or replaced file, whose name must be synced too. */
  named(file: string): void {
    this.isFolderSynced = false;
    this.unsynced.add(file);
  }

  wrote(file: string): void {
    this.unsynced.add(file);
  }

  /** Forgets a deleted file. */
  gone(file: string): void {
    this.unsynced.delete(file);
    if (this.unsynced.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Syncs immediately (`isUrgent`) or within a second. */
  soon(isUrgent: boolean): void {
    if (this.unsynced.size === 0) return;
    if (isUrgent) void this.now();
    else
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        void this.now();
      }, GROUP_MS).unref();
  }

  /** Resolves when everything written before is on disk, or the disk refused. Never rejects. */
  async now(): Promise<void> {
    await this.running;
    // Another caller may have started the round that includes ours.
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
      // A file sent to the server in the meantime is gone.
      for (const file of files) await syncFile(path.join(this.folder, file)).catch(unlessGone);
      if (!isFolderSynced) await syncFolder(this.folder).catch(unlessGone);
      this.isTroubled = false;
    } catch (error) {
      for (const file of files) this.unsynced.add(file);
      this.isFolderSynced &&= isFolderSynced;
      if (!this.isTroubled)
        log.error("the disk didn't confirm results; a power cut may lose them", { error });
      this.isTroubled = true;
    }
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
