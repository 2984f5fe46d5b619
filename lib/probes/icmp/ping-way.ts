import { closeSync } from "node:fs";
import { log } from "@/lib/shared/log";
import { openPingFd } from "./ping-fd";
import { canPingByProgram } from "./ping-program";

/** Opening a socket costs nothing, and a program is started only while neither way works. */
const AGAIN_MS = 60_000;

export type PingWay = "socket" | "ping" | "none";

/** Finds out by trying how ICMP checks can run here: an unprivileged socket, else `ping`. A program known to work isn't started again. */
export async function pingWay(known: PingWay = "none"): Promise<PingWay> {
  const fd = await openPingFd(4);
  if (fd === null) return known === "ping" || (await canPingByProgram()) ? "ping" : "none";
  closeSync(fd);
  return "socket";
}

/**
 * Determines how this machine pings, at start and each minute until there is a socket. An installed program, an allowed
 * group, or free descriptors are picked up without a restart.
 */
export class PingAbility {
  /** Null until the first attempt. */
  private found: PingWay | null = null;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly onChange: () => void,
    private readonly find: typeof pingWay = pingWay,
  ) {}

  get way(): PingWay | null {
    return this.found;
  }

  start(): void {
    void this.look();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    const before = this.found;
    this.found = await this.find(before ?? "none");
    if (this.stopped) return;
    if (this.found !== "socket") this.timer = setTimeout(() => void this.look(), AGAIN_MS).unref();
    if (before === null || before === this.found) return;
    log.info("ping method changed", { before, now: this.found });
    this.onChange();
  }
}
