import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";
import { BALLAST_BYTES, stepDisk } from "@/lib/domain/disk-ballast";
import { type DiskState, diskState, freeBytesIn } from "@/lib/shared/disk";
import { log } from "@/lib/shared/log";

const LOOK_MS = 2000;
const CHUNK_BYTES = 1024 * 1024;

export interface DiskWatchOptions {
  readonly dataDir: string;
  /** Called once each time the disk becomes full, after the ballast is gone: what makes room by itself. */
  readonly onFull: () => Promise<unknown>;
  /** Bytes free in a folder; the file system's answer when left out. */
  readonly free?: (folder: string) => Promise<number>;
  readonly state?: DiskState;
}

export interface DiskWatch {
  /** Looks now. Never throws. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Watches the disk of the data directory, keeps a ballast file there, and gives it up when the disk is nearly full. */
export function watchDisk(options: DiskWatchOptions): DiskWatch {
  const state = options.state ?? diskState();
  const watch = new Watch(options, state);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = () => {
    if (!stopped) timer = setTimeout(() => void watch.look().finally(again), LOOK_MS).unref();
  };
  let looking = watch.look().finally(again);
  return {
    look: () => {
      looking = looking.then(() => watch.look());
      return looking;
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

class Watch {
  private readonly file: string;

  constructor(
    private readonly options: DiskWatchOptions,
    private readonly state: DiskState,
  ) {
    this.file = path.join(options.dataDir, "ballast");
  }

  async look(): Promise<void> {
    try {
      const freeBytes = await (this.options.free ?? freeBytesIn)(this.options.dataDir);
      const step = stepDisk({ freeBytes, ballast: existsSync(this.file), full: this.state.full });
      const turned = step.full !== this.state.full;
      Object.assign(this.state, { freeBytes, full: step.full });
      if (step.ballast === "drop") await rm(this.file, { force: true });
      if (step.ballast === "make") await makeBallast(this.file);
      if (turned) await this.tell(freeBytes);
    } catch (error) {
      log.error("the disk could not be looked at", { dataDir: this.options.dataDir, error });
    }
  }

  private async tell(freeBytes: number): Promise<void> {
    const fields = { dataDir: this.options.dataDir, freeBytes };
    if (!this.state.full) {
      log.warn("the disk has room again: writing through the API is possible", fields);
      return;
    }
    log.error("the disk is nearly full: checks and alerts go on, other writes are refused", fields);
    await this.options.onFull();
  }
}

/** Random bytes: a file system that compresses or leaves holes would give no room back for zeros. */
async function makeBallast(file: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY, 0o600);
    const chunk = randomBytes(CHUNK_BYTES);
    for (let at = 0; at < BALLAST_BYTES; at += CHUNK_BYTES) await handle.write(chunk);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle?.close();
  }
}
