import { createServer, type Server } from "node:http";
import { machineMs, monotonicMs } from "@/lib/shared/clock";
import { type Failure, type PlannedOutage, REGIONS, RUNNERS_PER_REGION } from "../cast";
import { runnerAt } from "./network";

/** A time during which a target really failed. Epoch milliseconds. */
export interface Outage {
  readonly target: number;
  readonly failure: Failure;
  readonly regions: readonly string[];
  readonly fromMs: number;
  toMs: number | null;
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const BEAT_MS = 100;
/** A target that answers this late may be called down by a check with a timeout of 5 s and slow connection setup. */
const SLOW_MS = 1500;

/** HTTP servers, one per address, that fail as planned and record when they really did. */
export class Targets {
  readonly outages: Outage[] = [];
  /** When this process was too slow to answer, so nothing can be said about the targets. Epoch milliseconds. */
  readonly slow: Span[] = [];
  private readonly failing = new Map<number, Outage>();
  private readonly servers: Server[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly addressOf: (target: number) => string,
    readonly port: number,
  ) {
    let beatMs = monotonicMs();
    this.timer = setInterval(() => {
      const lagMs = monotonicMs() - beatMs - BEAT_MS;
      beatMs = monotonicMs();
      if (lagMs > SLOW_MS) this.slow.push({ fromMs: machineMs() - lagMs, toMs: machineMs() });
    }, BEAT_MS);
  }

  urlOf(target: number): string {
    return `http://${this.addressOf(target)}:${this.port}/`;
  }

  async listen(count: number): Promise<void> {
    for (let target = 0; target < count; target += 1) await this.listenAt(target);
  }

  fail({ target, failure, regions }: Omit<PlannedOutage, "fromMs" | "toMs">): void {
    const outage: Outage = {
      target,
      failure,
      regions: regions.map((index) => REGIONS[index] ?? ""),
      fromMs: machineMs(),
      toMs: null,
    };
    this.failing.set(target, outage);
    this.outages.push(outage);
  }

  heal(target: number): void {
    const outage = this.failing.get(target);
    if (outage) outage.toMs = machineMs();
    this.failing.delete(target);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  private listenAt(target: number): Promise<void> {
    const server = createServer((request, response) => {
      const outage = this.failing.get(target);
      const failure = outage?.regions.includes(regionOf(request.socket)) ? outage.failure : null;
      if (failure === "reset") request.socket.destroy();
      else if (failure !== "hang")
        response.writeHead(failure ? 503 : 200, { "content-type": "text/plain" }).end("target");
    });
    this.servers.push(server);
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.port, this.addressOf(target), () => resolve());
    });
  }
}

/** Returns the region that asks. Without namespaces every region sees the same, so any is right. */
function regionOf({ remoteAddress }: { remoteAddress?: string }): string {
  const runner = runnerAt(remoteAddress);
  return REGIONS[Math.floor((runner ?? 0) / RUNNERS_PER_REGION)] ?? REGIONS[0];
}
