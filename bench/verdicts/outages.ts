import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import type { Random } from "@/storm/random";
import type { Watched } from "./product";

const TARGETS = 20;
const BLIPS = 10;
const FAILURES = ["503", "reset", "hang"] as const;
const STARTS_WITHIN_MS = 30_000;
const LASTS_MS = 180_000;

interface Outage {
  readonly failure: (typeof FAILURES)[number];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Targets that fail as a seed says: each once for three minutes, or, if it's a blip, for one response. */
export class Outages {
  readonly watched: Watched[] = [];
  requests = 0;
  readonly #outages = new Map<string, Outage>();
  readonly #blips = new Set<string>();
  readonly #server: Server;

  constructor(private readonly random: Random) {
    this.#server = createServer((request, response) => {
      this.requests += 1;
      const name = (request.url ?? "").slice(1);
      const outage = this.#outages.get(name);
      const at = monotonicMs();
      const isDown = outage !== undefined && at >= outage.fromMs && at < outage.toMs;
      const failure = isDown ? outage.failure : this.#blips.delete(name) ? "503" : null;
      if (failure === "reset") request.socket.resetAndDestroy();
      else if (failure !== "hang") response.writeHead(failure ? 503 : 200).end("ok");
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    for (let at = 0; at < TARGETS + BLIPS; at += 1) {
      const name = `${at < TARGETS ? "outage" : "blip"}-${at}`;
      const url = `http://127.0.0.1:${port}/${name}`;
      this.watched.push({ name, url, method: "GET", keyword: null, verifiesTls: true });
    }
  }

  /** Begins the failures. Returns when the last outage ends. */
  begin(): number {
    const at = monotonicMs();
    for (const { name } of this.watched) {
      if (name.startsWith("blip")) this.#blips.add(name);
      else {
        const fromMs = at + this.random.between(0, STARTS_WITHIN_MS);
        this.#outages.set(name, { failure: this.random.pick(FAILURES), fromMs, toMs: fromMs + LASTS_MS });
      }
    }
    return Math.max(...Array.from(this.#outages.values(), ({ toMs }) => toMs));
  }

  /** Returns when a target failed; null for one that only had a blip. */
  outageOf(name: string): Outage | null {
    return this.#outages.get(name) ?? null;
  }

  stop(): void {
    this.#server.close().closeAllConnections();
  }
}
