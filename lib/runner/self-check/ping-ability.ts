import { type PingWay, pingWay } from "@/lib/probes/icmp/ping-way";
import { log } from "@/lib/shared/log";

/** Opening a socket costs nothing, and a program is started only while neither way works. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Determines how this machine pings, at start and each minute until there is a socket. An installed program, an
 * allowed group or free descriptors are picked up without a restart.
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
    if (this.stopped || this.found === "socket") clearTimeout(this.timer);
    else this.timer = setTimeout(() => void this.look(), LOOK_AGAIN_MS).unref();
    if (this.stopped || before === null || before === this.found) return;
    log.info("ping method changed", { before, now: this.found });
    this.onChange();
  }
}
