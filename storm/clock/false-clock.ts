import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";

const FOLDERS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];

/** libfaketime as Debian's package puts it; null where it is not installed. */
export function faketimeLibrary(): string | null {
  const files = FOLDERS.map((folder) => path.join(folder, "faketime", "libfaketimeMT.so.1"));
  return files.find((file) => existsSync(file)) ?? null;
}

/** The wall clock of some processes, moved while they run; their monotonic clock goes on as it is. */
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

  /** Seconds ahead of the true time from now on. */
  set(aheadSeconds: number): void {
    writeFileSync(this.file, `${aheadSeconds < 0 ? "" : "+"}${aheadSeconds}`, { mode: 0o644 });
  }

  /** For the environment of a process that goes by it. */
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
