import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { waitFor } from "@/lib/testing/processes/wait";

const BYTES = 700 * 1024 * 1024;
/** EXT4_IOC_SHUTDOWN from Linux's fs/ext4/ext4.h, and the flag that drops the journal's unwritten part. */
const SHUTDOWN = 0x8004587d;
const WITHOUT_LOG_FLUSH = 2;

/** A file system in a file, which can become full and lose its power. Needs root, loop devices, and ext4. */
export class DiskImage {
  readonly folder: string;
  private readonly file: string;

  constructor(parent: string) {
    this.file = path.join(parent, "disk.img");
    this.folder = path.join(parent, "disk");
  }

  create(): void {
    writeFileSync(this.file, "");
    truncateSync(this.file, BYTES);
    execFileSync("mkfs.ext4", ["-q", this.file]);
    execFileSync("mkdir", ["-p", this.folder]);
    this.mount();
  }

  /** Takes all free space. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.folder);
    execFileSync("fallocate", ["-l", String(Math.max(1, bavail * bsize - 64 * 1024)), this.filler]);
  }

  empty(): void {
    rmSync(this.filler, { force: true });
  }

  /** Drops everything that was written without a sync; every further access fails. */
  losePower(): void {
    const call = `open F, "<", $ARGV[0] or die $!; my $flag = pack("I", ${WITHOUT_LOG_FLUSH}); ioctl(F, ${SHUTDOWN}, $flag) or die $!`;
    execFileSync("perl", ["-e", call, this.folder]);
  }

  /** Mounts it again, once the programs that used it have ended. A mount that is still in use elsewhere stays without power. */
  async remount(): Promise<void> {
    await waitFor("the disk to be unused", () => this.unmount() && this.mountsAgain(), 30_000);
  }

  private mountsAgain(): boolean {
    this.mount();
    try {
      readdirSync(this.folder);
      return true;
    } catch {
      return false;
    }
  }

  async remove(): Promise<void> {
    await waitFor("the disk to be unused", () => this.unmount(), 30_000);
    rmSync(this.file, { force: true });
  }

  private get filler(): string {
    return path.join(this.folder, "filler");
  }

  private mount(): void {
    execFileSync("mount", ["-o", "loop", this.file, this.folder]);
  }

  private unmount(): boolean {
    try {
      execFileSync("umount", [this.folder], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  }
}

/** Returns whether this machine can mount images and shut them down; otherwise why not. */
export function imagesUnavailable(): string | null {
  if (process.getuid?.() !== 0) return "it needs root";
  for (const program of ["mkfs.ext4", "mount", "perl", "fallocate"]) {
    try {
      execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    } catch {
      return `it needs ${program}`;
    }
  }
  return null;
}
