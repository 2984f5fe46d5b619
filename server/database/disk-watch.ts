import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";
import { nextCheckMs, RESERVE_BYTES, type Reserve, stepDisk } from "@/lib/domain/core/disk-ballast";
import {
  type DiskState,
  diskState,
  freeBytesIn,
  freeFilesIn,
  isReadOnlyIn,
  READ_ONLY_REMEDY,
} from "@/lib/shared/disk";
import { log } from "@/lib/shared/log";

const CHUNK_BYTES = 1024 * 1024;

const FILES: Record<Reserve, string> = { results: "ballast", decisions: "ballast-decisions" };
const MESSAGES: Record<DiskState["level"], string> = {
  calm: "disk has free space again; all writes are enabled",
  full: "disk is nearly full; checks, incidents, and notifications continue, other writes are rejected",
  critical: "disk is full; incidents and notifications continue, results of healthy monitors aren't stored",
};

export interface DiskWatchOptions {
  readonly dataDir: string;
  /** Called on each poll while the disk isn't calm, one call at a time, to keep the database running and free space. */
  readonly relieve: () => Promise<unknown>;
  /** Whether the database is open; before that, reserves are only released and the database isn't queried. Defaults to always. */
  readonly isOpen?: () => boolean;
  /** Returns the free bytes of a folder; defaults to the file system's answer. */
  readonly free?: (folder: string) => Promise<number>;
  /** Returns how many files can be created there; defaults to the file system's answer. */
  readonly freeFiles?: (folder: string) => Promise<number | null>;
  /** Returns whether it's mounted read-only; defaults to the file system's answer. */
  readonly isReadOnly?: (folder: string) => Promise<boolean>;
  readonly state?: DiskState;
}

export interface DiskWatch {
  /** Checks now. Never throws. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Monitors the disk of the data directory, keeps two reserve files there, and releases them one by one as the disk fills. */
export function watchDisk(options: DiskWatchOptions): DiskWatch {
  const state = options.state ?? diskState();
  const watch = new Watch(options, state);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = () => {
    if (stopped) return;
    timer = setTimeout(
      () => void watch.look().finally(again),
      nextCheckMs(state.level, state.freeBytes),
    ).unref();
  };
  let looking = watch.look().finally(again);
  const look = (refused = false) => {
    looking = looking.then(() => watch.look(refused));
    return looking;
  };
  state.release = () => look(true);
  return {
    look: () => look(),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await watch.relieving;
    },
  };
}

class Watch {
  relieving: Promise<void> | null = null;
  private failing = false;

  constructor(
    private readonly options: DiskWatchOptions,
    private readonly state: DiskState,
  ) {}

  async look(refused = false): Promise<void> {
    const { dataDir, free = freeBytesIn, freeFiles = freeFilesIn, isOpen = () => true } = this.options;
    try {
      if (await this.readOnly()) return;
      const freeBytes = await free(dataDir);
      this.state.freeFiles = await freeFiles(dataDir);
      const reserves = new Set(
        (["results", "decisions"] as const).filter((one) => existsSync(this.file(one))),
      );
      const { level } = this.state;
      const step = stepDisk({ freeBytes, reserves, level, refused });
      for (const reserve of step.drop) await rm(this.file(reserve), { force: true });
      Object.assign(this.state, { freeBytes, level: step.level });
      if (step.level !== level) this.say();
      if (!isOpen()) return;
      if (step.make) await makeReserve(this.file(step.make));
      if (step.level !== "calm") this.relieve();
    } catch (error) {
      log.error("failed to read the free disk space", { dataDir, error });
    }
  }

  /** Returns whether the disk is read-only, where reserves can't be released or created, and logs when that changes. */
  private async readOnly(): Promise<boolean> {
    const { dataDir, isReadOnly = isReadOnlyIn } = this.options;
    const before = this.state.isReadOnly;
    this.state.isReadOnly = await isReadOnly(dataDir);
    if (this.state.isReadOnly && !before) log.error(READ_ONLY_REMEDY, { dataDir });
    if (before && !this.state.isReadOnly) log.warn("disk is writable again", { dataDir });
    return this.state.isReadOnly;
  }

  private file(reserve: Reserve): string {
    return path.join(this.options.dataDir, FILES[reserve]);
  }

  private say(): void {
    const { level, freeBytes } = this.state;
    const fields = { dataDir: this.options.dataDir, freeBytes };
    if (level === "calm") log.warn(MESSAGES.calm, fields);
    else log.error(MESSAGES[level], fields);
  }

  /** Not awaited, because the next poll must not wait for a database without free space. */
  private relieve(): void {
    this.relieving ??= this.options
      .relieve()
      .then(() => {
        this.failing = false;
      })
      .catch((error: unknown) => {
        // Log once: a full disk shouldn't get a line twice a second.
        if (!this.failing) log.warn("failed to free disk space; retrying", { error });
        this.failing = true;
      })
      .finally(() => {
        this.relieving = null;
      });
  }
}

/** Random bytes, because a file system that compresses or stores holes would free no space for zeros. */
async function makeReserve(file: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY, 0o600);
    const chunk = randomBytes(CHUNK_BYTES);
    for (let at = 0; at < RESERVE_BYTES; at += CHUNK_BYTES) await handle.write(chunk);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle?.close();
  }
}
