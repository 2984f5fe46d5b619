import { type PingWay, pingWay } from "@/lib/probes/icmp/ping-way";
import { log } from "@/lib/shared/log";

/** Opening a socket costs nothing, and a program is started only while none may send. */
const LOOK_AGAIN_MS = 60_000;

/**
 * How this machine pings, looked for at start and each minute until there is a socket: a program that is installed, a group that is
 * allowed or descriptors that are there again are found without a restart.
 */
export class PingAbility {
  /** Null until it was tried. */
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
    log.info("this machine pings another way now", { before, now: this.found });
    this.onChange();
  }
}
