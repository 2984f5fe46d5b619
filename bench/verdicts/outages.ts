import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import type { Watched } from "./product";

const FAILURES = ["503", "reset", "hang"] as const;
const TARGETS = 30;
/** Returns a share that only depends on the numbers. */
const shareOf = (seed: number, at: number) => Math.abs(Math.sin(seed * 1000 + at) * 10_000) % 1;

/** One in three fails for one response only. */
const isBlip = (at: number) => at % 3 === 0;
const STARTS_WITHIN_MS = 30_000;
const LASTS_MS = 180_000;

interface Outage {
  readonly failure: (typeof FAILURES)[number];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Targets that fail as a seed says: each once for three minutes, or for one response. */
export class Outages {
  readonly watched: Watched[] = [];
  /** By name; null for one response. */
  readonly planned = new Map<string, Outage | null>();
  requests = 0;
  readonly #blips = new Set<string>();
  readonly #server: Server = createServer((request, response) => {
    this.requests += 1;
    const name = request.url?.slice(1) ?? "";
    const outage = this.planned.get(name);
    const isDown = outage && monotonicMs() >= outage.fromMs && monotonicMs() < outage.toMs;
    const failure = isDown ? outage.failure : this.#blips.delete(name) ? "503" : null;
    if (failure === "reset") request.socket.resetAndDestroy();
    else if (failure !== "hang") response.writeHead(failure ? 503 : 200).end("ok");
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    for (let at = 0; at < TARGETS; at += 1) {
      const name = `target-${at}`;
      const url = `http://127.0.0.1:${port}/${name}`;
      this.watched.push({ name, url, method: "GET", keyword: null, verifiesTls: true });
    }
  }

  /** Begins the failures. Returns when the last outage ends. */
  begin(seed: number): number {
    for (const [at, { name }] of this.watched.entries()) {
      const fromMs = monotonicMs() + shareOf(seed, at) * STARTS_WITHIN_MS;
      const failure = FAILURES[Math.floor(at / 3) % FAILURES.length] ?? "503";
      if (isBlip(at)) this.#blips.add(name);
      this.planned.set(name, isBlip(at) ? null : { failure, fromMs, toMs: fromMs + LASTS_MS });
    }
    return monotonicMs() + STARTS_WITHIN_MS + LASTS_MS;
  }

  stop(): void {
    this.#server.close().closeAllConnections();
  }
}
