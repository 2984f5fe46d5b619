import { createServer, type Server } from "node:http";
import { now } from "@/lib/shared/clock";
import { REMOTE_ADDRESS, targetAddress } from "./network";
import type { Random } from "./random";

const HEALTHY_MS = [15_000, 90_000] as const;
const FAILING_MS = [12_000, 80_000] as const;

type State = { kind: "healthy" } | { kind: "status" | "reset"; seenFrom: "both" | "local" | "remote" };

/** A request that a target received. */
export interface Arrival {
  readonly index: number;
  readonly atMs: number;
  readonly from: "local" | "remote";
}

/** Targets that fail and recover randomly, sometimes for one region only, and record who asked. */
export class Targets {
  readonly arrivals: Arrival[] = [];
  /** How often a target started to fail. */
  outages = 0;
  private readonly servers: Server[] = [];
  private readonly states: State[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly count: number,
    private readonly random: Random,
    readonly port: number,
  ) {}

  async start(): Promise<void> {
    for (let index = 0; index < this.count; index += 1) {
      this.states[index] = { kind: "healthy" };
      await this.listen(index);
    }
  }

  /** Starts the random failures. */
  disturb(): void {
    for (let index = 0; index < this.count; index += 1) this.later(index);
  }

  /** Makes all targets healthy for good. */
  calm(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (let index = 0; index < this.count; index += 1) this.states[index] = { kind: "healthy" };
  }

  stop(): void {
    this.calm();
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  private later(index: number): void {
    const isHealthy = this.states[index]?.kind === "healthy";
    const [least, most] = isHealthy ? HEALTHY_MS : FAILING_MS;
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        this.states[index] = isHealthy ? this.failure() : { kind: "healthy" };
        if (isHealthy) this.outages += 1;
        this.later(index);
      },
      this.random.between(least, most),
    );
    this.timers.add(timer);
  }

  private failure(): State {
    return {
      kind: this.random.chance(0.75) ? "status" : "reset",
      seenFrom: this.random.pick("both", "both", "local", "remote"),
    };
  }

  private listen(index: number): Promise<void> {
    const server = createServer((request, response) => {
      const from = request.socket.remoteAddress === REMOTE_ADDRESS ? "remote" : "local";
      this.arrivals.push({ index, atMs: now().getTime(), from });
      const state = this.states[index] ?? { kind: "healthy" };
      const fails = state.kind !== "healthy" && (state.seenFrom === "both" || state.seenFrom === from);
      if (fails && state.kind === "reset") request.socket.destroy();
      else response.writeHead(fails ? 503 : 200, { "content-type": "text/plain" }).end("target");
    });
    this.servers.push(server);
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.port, targetAddress(index), () => resolve());
    });
  }
}
