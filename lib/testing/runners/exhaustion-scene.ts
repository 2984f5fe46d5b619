import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { pathToFileURL } from "node:url";
import type { CheckResult, MonitorConfig, ResultBatch } from "@/lib/contract/checks/check";
import { selfCheckWords } from "@/lib/domain/runners/self-check";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { monitorConfig, runnerConfig } from "@/lib/testing/targets/check";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { startRawServer } from "@/lib/testing/targets/raw-server";
import { startConfiguredControl } from "./scripted-control";

// Run by lib/runner/self-check/exhaustion.test.ts in its own network namespace, whose name server (/etc/resolv.conf) is
// 127.0.0.1: takes file descriptors, ports, or name servers (the first argument) away from a real runner process, whose
// program is the second, and gives them back. Prints one line of JSON.

const INTERVAL_SECONDS = 2;
const EXHAUSTED_MS = 6000;
/** Time until the runner has surely noticed that the resource is back, and how long to observe it then. */
const SETTLE_MS = 6000;
const AFTER_MS = 4000;
const PORTS = [61_000, 61_001];
const LIMIT = 10_000;

/** Counts of each result, as `monitor: outcome code`. */
type Seen = Record<string, number>;

export interface ExhaustionScene {
  readonly before: Seen;
  /** Results of checks that began during the shortage. */
  readonly during: Seen;
  readonly after: Seen;
  /** What the runner reported about itself. */
  readonly reasons: string[];
  readonly exit: number | string | null;
}

const taken: CheckResult[] = [];
const reasons = new Set<string>();
const folder = mkdtempSync(path.join(tmpdir(), "vedette-exhaustion-"));
const certificates = pathToFileURL("lib/testing/targets/certificates/");
const NAMES = [
  "",
  "http",
  "http by name",
  "tls",
  "tls by name",
  "https by name",
  "tcp",
  "ping",
  "ping by name",
];

function monitors(httpPort: number, tlsPort: number): MonitorConfig[] {
  const tls = (host: string) => ({ host, port: tlsPort, connection: "tls", tls_skip_verify: true });
  const requests: [MonitorConfig["protocol"], Record<string, unknown>][] = [
    ["http", { url: `http://127.0.0.1:${httpPort}/` }],
    ["http", { url: `http://web.test:${httpPort}/` }],
    ["tcp", tls("127.0.0.1")],
    ["tcp", tls("mail.test")],
    ["http", { url: `https://shop.test:${tlsPort}/`, tls_skip_verify: true }],
    ["tcp", { host: "127.0.0.1", port: httpPort, connection: "plain" }],
    ["icmp", { host: "127.0.0.1" }],
    ["icmp", { host: "ping.test" }],
  ];
  return requests.map(([protocol, request], at) =>
    monitorConfig(request, { id: at + 1, protocol, interval_seconds: INTERVAL_SECONDS, timeout_ms: 1500 }),
  );
}

async function startTargets(): Promise<MonitorConfig[]> {
  const answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
  const plain = await startRawServer((socket) => socket.once("data", () => socket.end(answer)));
  const [key, cert] = ["self-signed.key.pem", "self-signed.pem"].map((name) =>
    readFileSync(new URL(name, certificates)),
  );
  const tls = createTlsServer({ key, cert }, (socket) =>
    socket.on("error", () => undefined).once("data", () => socket.end(answer)),
  );
  tls.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
  const address = tls.address();
  return monitors(plain.port, typeof address === "object" && address ? address.port : 0);
}

async function startControl(): Promise<string> {
  const config = runnerConfig({ monitors: await startTargets() });
  const { origin } = await startConfiguredControl(config, (call) => {
    const { results, report } = call.body as ResultBatch;
    taken.push(...results);
    for (const failure of report.self_check_failures) reasons.add(selfCheckWords([failure]));
    return acceptedAll(results.length);
  });
  return origin;
}

function startRunner(origin: string): ChildProcess {
  const env = {
    CONTROL_URL: origin,
    RUNNER_TOKEN: "token",
    DATA_DIR: path.join(folder, "data"),
    ANCHORS: "off",
    ANCHOR_NAMES: "off",
  };
  return spawn(process.execPath, [process.argv[3] ?? ""], {
    env: { ...process.env, ...env, LOG_LEVEL: "warn" },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the results of the checks that began in a period; codes are those of the result. */
function seenBetween(fromMs: number, untilMs: number): Seen {
  const seen: Seen = {};
  for (const { monitor, started_at, outcome, error } of taken) {
    const atMs = Date.parse(started_at);
    if (atMs < fromMs || atMs > untilMs || outcome === "missed") continue;
    const key = `${NAMES[monitor]}: ${outcome}${error ? ` ${error.code}` : ""}`;
    seen[key] = (seen[key] ?? 0) + 1;
  }
  return seen;
}

function limitDescriptors(pid: number, most: number): void {
  execFileSync("prlimit", [`--pid=${pid}`, `--nofile=${most}:${LIMIT}`]);
}

const PORT_RANGE = "/proc/sys/net/ipv4/ip_local_port_range";

/** Takes both of the system's ports, for every address and protocol. */
async function takePorts(): Promise<() => Promise<void>> {
  const sockets: { close(done: () => void): unknown }[] = [];
  for (const port of PORTS) {
    const udp = createSocket("udp4");
    await new Promise<void>((resolve) => udp.bind(port, resolve));
    const tcp = createTlsServer();
    await new Promise<void>((resolve) => tcp.listen(port, "0.0.0.0", resolve));
    sockets.push(udp, tcp);
  }
  writeFileSync(PORT_RANGE, PORTS.join(" "));
  return async () => {
    writeFileSync(PORT_RANGE, "30000 60999");
    for (const each of sockets) await new Promise<void>((resolve) => void each.close(resolve));
  };
}

/** Takes every descriptor that the process has not opened yet. */
async function takeDescriptors(pid: number): Promise<() => Promise<void>> {
  limitDescriptors(pid, 3);
  return async () => limitDescriptors(pid, LIMIT);
}

function startNames(): Promise<NameServer> {
  return startNameServer((name, type) => (name.endsWith(".test") && type === "A" ? ["127.0.0.1"] : []), 53);
}

/** Takes the named resource away from the runner. Returns a function that gives it back. */
async function take(what: string, pid: number, names: NameServer): Promise<() => Promise<unknown>> {
  if (what === "ports") return takePorts();
  if (what === "descriptors") return takeDescriptors(pid);
  names.stop();
  return startNames;
}

async function main(): Promise<void> {
  writeFileSync(PORT_RANGE, "30000 60999");
  const names = await startNames();
  const runner = startRunner(await startControl());
  let exit: number | string | null = null;
  runner.once("exit", (code, signal) => {
    exit = code ?? signal;
  });
  const { pid } = runner;
  if (pid === undefined) throw new Error("the runner did not start");
  limitDescriptors(pid, LIMIT);
  for (let waited = 0; waited < 60 && taken.length < 3 * (NAMES.length - 1); waited += 1) await pause(500);
  const before = seenBetween(0, Date.now());
  const giveBack = await take(process.argv[2] ?? "", pid, names);
  const fromMs = Date.now();
  await pause(EXHAUSTED_MS);
  const untilMs = Date.now();
  if (exit === null) await giveBack();
  await pause(SETTLE_MS + AFTER_MS);
  const after = seenBetween(untilMs + SETTLE_MS, Number.POSITIVE_INFINITY);
  const scene: ExhaustionScene = {
    before,
    during: seenBetween(fromMs, untilMs),
    after,
    reasons: [...reasons],
    exit,
  };
  runner.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify(scene)}\n`);
  process.exit(0);
}

await main();
