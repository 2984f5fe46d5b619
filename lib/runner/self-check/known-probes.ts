import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { CheckResult, MonitorConfig } from "@/lib/contract/checks/check";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { runProbe } from "@/lib/probes/run-probe";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";

const EVERY_MS = 60_000;
const TIMEOUT_MS = 5000;
/** One wrong verdict may be a stall; two, a minute apart, are the checker's. */
const WRONG_MIN = 2;
/** Characters of a doubt that a runner reports. */
const REPORTED_MAX = 200;
const HOST = "127.0.0.1";
const REGION = "eu-deu-fra";
const TOOLS = {
  policy: policyFrom([`${HOST}/32`]),
  resolver: new NameResolver(),
  userAgent: "Vedette (canary)",
};

/** Paths of the two targets, what each answers and how it must be judged. */
const TARGETS = [
  { path: "/up", status: 200, outcome: "up" },
  { path: "/down", status: 503, outcome: "down" },
] as const;

/**
 * Two targets of our own, one always up and one always down, checked every minute as any other: a checker that calls one of them
 * otherwise misjudges whatever it checks (F35).
 */
export class Canaries {
  private timer: NodeJS.Timeout | undefined;
  private server: Server | undefined;
  private wrong = 0;
  private why: string | null = null;
  private stopped = false;

  constructor(private readonly probe: typeof runProbe = runProbe) {}

  /** Why the checker can't be trusted; null while it judges both rightly. */
  get trouble(): string | null {
    return this.wrong >= WRONG_MIN ? this.why : null;
  }

  async start(): Promise<void> {
    this.server = await listen();
    if (this.stopped) return this.stop();
    this.timer = setInterval(() => void this.look(), EVERY_MS);
    this.timer.unref();
    await this.look();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** Checks both once. */
  async look(): Promise<void> {
    const address = this.server?.address() as AddressInfo | null | undefined;
    if (!address) return;
    const whys: string[] = [];
    let overloaded: string | null = null;
    for (const { path, outcome } of TARGETS) {
      const result = await this.probe(
        configOf(`http://${HOST}:${address.port}${path}`),
        REGION,
        now(),
        TOOLS,
      );
      if (result.outcome !== outcome) whys.push(wrongWords(outcome, result));
      if (result.error?.code === "runner_overloaded") overloaded = result.error.message;
    }
    this.wrong = whys.length === 0 ? 0 : this.wrong + 1;
    this.why = whys.length === 0 ? null : troubleWords(whys, overloaded).slice(0, REPORTED_MAX);
    if (this.wrong === WRONG_MIN) log.error("the checker misjudges its own canaries", { why: this.why });
  }
}

/** One that says itself that it could not check has too much to do; it judges nothing wrongly. */
function troubleWords(whys: readonly string[], overloaded: string | null): string {
  return overloaded === null
    ? `the runner misjudges its canaries: ${whys.join("; ")}`
    : `the runner was overloaded: it could not check its own canaries (${overloaded})`;
}

function wrongWords(expected: "up" | "down", { outcome, error }: CheckResult): string {
  return `one that is always ${expected} was found ${outcome}${error ? ` (${error.message})` : ""}`;
}

function configOf(url: string): MonitorConfig {
  return {
    id: 1,
    project_id: 1,
    config_version: 0,
    protocol: "http",
    request: { method: "GET", url },
    regions: [REGION],
    interval_seconds: 60,
    timeout_ms: TIMEOUT_MS,
    success_assertions: [],
  };
}

/** Undefined where the machine has no loopback to listen on. */
function listen(): Promise<Server | undefined> {
  const server = createServer((request, response) => {
    const target = TARGETS.find(({ path }) => path === request.url);
    response.writeHead(target?.status ?? 404).end();
  });
  server.unref();
  return new Promise((resolve) => {
    server.once("error", (error) => {
      log.warn("the checker goes without canaries", { error });
      resolve(undefined);
    });
    server.listen(0, HOST, () => resolve(server));
  });
}
