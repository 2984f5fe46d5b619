import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type {
  CheckResult,
  MonitorConfig,
  ResultAck,
  ResultBatch,
  RunnerConfig,
} from "@/lib/contract/checks/check";
import { log } from "@/lib/shared/log";
import { acceptedAll } from "@/lib/testing/runners/reports";

/** A minimal control server for a runner: serves a configuration, accepts results, and keeps what is measured. */
export class ControlServer {
  /** Milliseconds from slot to start, for checks whose slot is after `countFromMs`. */
  readonly latenessMs: number[] = [];
  readonly outcomes = new Map<string, number>();
  countFromMs = Number.POSITIVE_INFINITY;
  private readonly server: Server = createServer((request, response) => {
    this.serve(request, response).catch((error: unknown) => {
      log.error("the control server could not answer", { path: request.url, error });
      response.writeHead(503).end();
    });
  });

  /** `store` receives each batch after it's counted; by default it does nothing. */
  constructor(
    private readonly monitors: readonly MonitorConfig[],
    private readonly store: (batch: ResultBatch) => Promise<ResultAck> = async ({ results }) =>
      acceptedAll(results.length).body,
  ) {}

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return (this.server.address() as { port: number }).port;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    if (path.startsWith("/api/runner/results")) {
      const batch = JSON.parse(await textOf(request)) as ResultBatch;
      this.take(batch);
      return reply(response, await this.store(batch));
    }
    if (path.includes("since=0")) return reply(response, this.config(true));
    const timer = setTimeout(
      () => reply(response, path.includes("/probes") ? { probes: [] } : this.config(false)),
      20_000,
    );
    request.once("close", () => clearTimeout(timer));
  }

  private config(isSnapshot: boolean): RunnerConfig {
    return {
      epoch: "bench",
      version: 1,
      snapshot: isSnapshot,
      regions: ["eu-deu-fra"],
      fallback_regions: [],
      monitors: isSnapshot ? [...this.monitors] : [],
      removed: [],
      limits: { concurrency: 1000, private_targets: ["127.0.0.0/8"], user_agent: "Vedette/bench" },
    };
  }

  private take({ results }: ResultBatch): void {
    for (const result of results) this.note(result);
  }

  private note({ scheduled_at, started_at, outcome }: CheckResult): void {
    const slotMs = Date.parse(scheduled_at);
    if (slotMs < this.countFromMs) return;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (outcome === "missed") return;
    this.latenessMs.push(Date.parse(started_at) - slotMs);
  }
}

function reply(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
