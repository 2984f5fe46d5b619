import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";
import { RESERVE_BYTES, type Reserve, stepDisk } from "@/lib/domain/core/disk-ballast";
import { type DiskState, diskState, freeBytesIn } from "@/lib/shared/disk";
import { log } from "@/lib/shared/log";

/** Short, because a program that fills a disk does it in seconds. */
const LOOK_MS = 500;
const CHUNK_BYTES = 1024 * 1024;

const FILES: Record<Reserve, string> = { results: "ballast", decisions: "ballast-decisions" };
const SAID: Record<DiskState["level"], string> = {
  calm: "the disk has room again: everything is written",
  full: "the disk is nearly full: checks, incidents and notifications go on, other writes are refused",
  critical: "the disk is full: incidents and notifications go on, results of checks are not stored",
};

export interface DiskWatchOptions {
  readonly dataDir: string;
  /** Called at each look while the disk is not calm, one call at a time: what keeps the database going and makes room. */
  readonly relieve: () => Promise<unknown>;
  /** Whether the database is open: before, reserves are only given up, and nothing is asked of it. Always, when left out. */
  readonly isOpen?: () => boolean;
  /** Bytes free in a folder; the file system's answer when left out. */
  readonly free?: (folder: string) => Promise<number>;
  readonly state?: DiskState;
}

export interface DiskWatch {
  /** Looks now. Never throws. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Watches the disk of the data directory, keeps two reserve files there, and gives them up one after the other when the disk fills. */
export function watchDisk(options: DiskWatchOptions): DiskWatch {
  const state = options.state ?? diskState();
  const watch = new Watch(options, state);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = () => {
    if (!stopped) timer = setTimeout(() => void watch.look().finally(again), LOOK_MS).unref();
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
    const { dataDir, free = freeBytesIn, isOpen = () => true } = this.options;
    try {
      const freeBytes = await free(dataDir);
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
      log.error("the disk could not be looked at", { dataDir, error });
    }
  }

  private file(reserve: Reserve): string {
    return path.join(this.options.dataDir, FILES[reserve]);
  }

  private say(): void {
    const { level, freeBytes } = this.state;
    const fields = { dataDir: this.options.dataDir, freeBytes };
    if (level === "calm") log.warn(SAID.calm, fields);
    else log.error(SAID[level], fields);
  }

  /** Not awaited: the next look must not wait for a database that has no room. */
  private relieve(): void {
    this.relieving ??= this.options
      .relieve()
      .then(() => {
        this.failing = false;
      })
      .catch((error: unknown) => {
        // Once: a full disk is no place for a line twice a second.
        if (!this.failing) log.warn("no room could be made on the disk; it is tried again", { error });
        this.failing = true;
      })
      .finally(() => {
        this.relieving = null;
      });
  }
}

/** Random bytes: a file system that compresses or leaves holes would give no room back for zeros. */
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
