import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";

const FOLDERS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];

/** Returns the path of libfaketime in Debian's package; null when it isn't installed. */
export function faketimeLibrary(): string | null {
  const files = FOLDERS.map((folder) => path.join(folder, "faketime", "libfaketimeMT.so.1"));
  return files.find((file) => existsSync(file)) ?? null;
}

/** The wall clock of some processes, which can be moved while they run. Their monotonic clock is unaffected. */
export class FalseClock {
  private readonly file: string;

  constructor(
    private readonly library: string,
    folder: string,
    name: string,
  ) {
    this.file = path.join(folder, `clock-${name}`);
    this.set(0);
  }

  /** Sets how many seconds the clock is ahead of the true time. */
  set(aheadSeconds: number): void {
    writeFileSync(this.file, `${aheadSeconds < 0 ? "" : "+"}${aheadSeconds}`, { mode: 0o644 });
  }

  /** Returns the environment variables for a process that uses this clock. */
  variables(): Record<string, string> {
    return {
      LD_PRELOAD: this.library,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    };
  }
}
