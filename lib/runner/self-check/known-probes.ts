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
/** One wrong result may be a stall; two, a minute apart, are the checker's fault. */
const WRONG_MIN = 2;
/** Maximum length of a reported reason, in characters. */
const REPORTED_MAX = 200;
const HOST = "127.0.0.1";
const REGION = "eu-deu-fra";
const TOOLS = {
  policy: policyFrom([`${HOST}/32`]),
  resolver: new NameResolver(),
  userAgent: "Vedette (self-check)",
};

/** Paths of the two targets, their responses and the expected outcomes. */
const TARGETS = [
  { path: "/up", status: 200, outcome: "up" },
  { path: "/down", status: 503, outcome: "down" },
] as const;

/**
 * Checks two targets of our own every minute like any other, one always up and one always down. A checker that gets
 * one of them wrong gets other checks wrong too.
 */
export class KnownProbes {
  private timer: NodeJS.Timeout | undefined;
  private server: Server | undefined;
  private wrong = 0;
  private why: string | null = null;
  private stopped = false;

  constructor(private readonly probe: typeof runProbe = runProbe) {}

  /** Returns why the checker can't be trusted; null while both probes are correct. */
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

  /** Checks both targets once. */
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
    if (this.wrong === WRONG_MIN) log.error("self-check failed; results can't be trusted", { why: this.why });
  }
}

/** Describes the problem. A checker that reports it couldn't check is overloaded, not wrong. */
function troubleWords(whys: readonly string[], overloaded: string | null): string {
  return overloaded === null
    ? `the runner failed its self-check: ${whys.join("; ")}`
    : `the runner was overloaded: it couldn't run its self-check (${overloaded})`;
}

function wrongWords(expected: "up" | "down", { outcome, error }: CheckResult): string {
  return `a probe that is always ${expected} was ${outcome}${error ? ` (${error.message})` : ""}`;
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

/** Returns undefined when the machine has no loopback to listen on. */
function listen(): Promise<Server | undefined> {
  const server = createServer((request, response) => {
    const target = TARGETS.find(({ path }) => path === request.url);
    response.writeHead(target?.status ?? 404).end();
  });
  server.unref();
  return new Promise((resolve) => {
    server.once("error", (error) => {
      log.warn("can't start the self-check targets; continuing without them", { error });
      resolve(undefined);
    });
    server.listen(0, HOST, () => resolve(server));
  });
}
