import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { MonitorConfig } from "@/lib/contract/checks/check";
import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { selfCheckWords } from "@/lib/domain/runners/self-check";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { runProbe } from "@/lib/probes/run-probe";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { storableText } from "@/lib/shared/storable-text";

const EVERY_MS = 60_000;
/** Maximum length of a reported error, in characters. */
const ERROR_MAX = 200;
const HOST = "127.0.0.1";
const REGION = "eu-deu-fra";
const TOOLS = {
  policy: policyFrom([`${HOST}/32`]),
  resolver: new NameResolver(),
  userAgent: "Vedette (self-check)",
};
const CONFIG: Omit<MonitorConfig, "request"> = {
  id: 1,
  project_id: 1,
  config_version: 0,
  protocol: "http",
  regions: [REGION],
  interval_seconds: 60,
  timeout_ms: 5000,
  success_assertions: [],
};

/** Paths of the two targets, their responses, and the expected outcomes. */
const TARGETS = [
  { path: "/up", status: 200, outcome: "up" },
  { path: "/down", status: 503, outcome: "down" },
] as const;

/** One wrong round may be a stall; two, a minute apart, are the runner's fault. */
type State =
  | { readonly is: "passing" }
  | { readonly is: "suspected" | "failing"; readonly failure: SelfCheckFailure };

type Wrong = Extract<SelfCheckFailure, { kind: "probes_wrong" }>["wrong"][number];

/**
 * Checks two targets of our own every minute like any other, one always up and one always down. A runner that gets one
 * of them wrong gets other checks wrong too.
 */
export class KnownProbes {
  private timer: NodeJS.Timeout | undefined;
  private server: Server | undefined;
  private state: State = { is: "passing" };
  private stopped = false;

  constructor(private readonly probe: typeof runProbe = runProbe) {}

  /** Returns why the runner's results can't be trusted; null while both probes are correct. */
  get failure(): SelfCheckFailure | null {
    return this.state.is === "failing" ? this.state.failure : null;
  }

  async start(): Promise<void> {
    this.server = await listen();
    if (this.stopped) return this.stop();
    this.timer = setInterval(() => void this.round(), EVERY_MS);
    this.timer.unref();
    await this.round();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** Checks both targets once. */
  async round(): Promise<void> {
    const address = this.server?.address() as AddressInfo | null | undefined;
    if (!address) return;
    const wrong: Wrong[] = [];
    let lack: string | null = null;
    for (const { path, outcome } of TARGETS) {
      const request = { method: "GET", url: `http://${HOST}:${address.port}${path}` };
      const result = await this.probe({ ...CONFIG, request }, REGION, now(), TOOLS);
      const error = result.error && storableText(result.error.message, ERROR_MAX);
      if (result.outcome !== outcome) wrong.push({ expected: outcome, outcome: result.outcome, error });
      if (result.error?.code === "runner_overloaded") lack = error;
    }
    if (wrong.length === 0) this.state = { is: "passing" };
    else this.failed(failureOf(wrong, lack));
  }

  private failed(failure: SelfCheckFailure): void {
    if (this.state.is === "suspected")
      log.error("self-check failed; results can't be trusted", {
        kind: "known probes",
        reason: selfCheckWords([failure]),
      });
    this.state = { is: this.state.is === "passing" ? "suspected" : "failing", failure };
  }
}

/** Returns the failure. A runner that reports it couldn't check is overloaded, not wrong. */
function failureOf(wrong: Wrong[], lack: string | null): SelfCheckFailure {
  return lack === null ? { kind: "probes_wrong", wrong } : { kind: "probe_not_run", error: lack };
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
