import { writeFileSync } from "node:fs";
import { pingWay } from "@/lib/probes/icmp/ping-way";
import { monotonicMs } from "@/lib/shared/clock";
import { check, monitorConfig } from "./check";

// Run by lib/probes/icmp/ping-namespace.test.ts in its own network namespace, which has only loopback and where anyone may open a ping
// socket. Prints one line of JSON.

const MANY = 10_000;
/** Longer than a ping takes on a busy machine. */
const PATIENT_MS = 60_000;
const OPEN = ["127.0.0.0/8", "::1/128", "192.0.2.0/24", "2001:db8::/32"];

export interface PingScene {
  readonly way: string;
  readonly patientMs: number;
  readonly findings: Record<"v4" | "v6" | "noWay" | "noWay6" | "silent", PingFinding>;
  readonly many: {
    readonly asked: number;
    readonly up: number;
    readonly elsewhere: number;
    readonly errors: string[];
    readonly tookMs: number;
  };
}

interface PingFinding {
  readonly outcome: string;
  readonly code: string | undefined;
  readonly firstByteUs: number | null;
  readonly tookMs: number;
}

const pinged = (host: string, timeoutMs = PATIENT_MS) =>
  check(monitorConfig({ host }, { protocol: "icmp", timeout_ms: timeoutMs }), OPEN);

async function finding(host: string, timeoutMs?: number): Promise<PingFinding> {
  const fromMs = monotonicMs();
  const { outcome, error, timings } = await pinged(host, timeoutMs);
  return { outcome, code: error?.code, firstByteUs: timings.first_byte, tookMs: monotonicMs() - fromMs };
}

/** Pings as many addresses at once as a large installation does within an interval. Each must get its own reply. */
async function many(): Promise<PingScene["many"]> {
  const fromMs = monotonicMs();
  const hosts = Array.from({ length: MANY }, (_, at) => `127.1.${at >> 8}.${at & 255}`);
  const results = await Promise.all(hosts.map(async (host) => ({ host, result: await pinged(host) })));
  return {
    asked: MANY,
    up: results.filter(({ result }) => result.outcome === "up").length,
    elsewhere: results.filter(({ host, result }) => result.remote_address !== host).length,
    errors: [...new Set(results.flatMap(({ result }) => result.error?.message ?? []))].slice(0, 3),
    tookMs: monotonicMs() - fromMs,
  };
}

async function main(): Promise<void> {
  // Only the socket can answer.
  process.env.PATH = "/nonexistent";
  const [way, v4, v6] = [await pingWay(), await finding("127.0.0.1"), await finding("::1")];
  const [noWay, noWay6] = [await finding("192.0.2.1"), await finding("2001:db8::1")];
  const answered = await many();
  writeFileSync("/proc/sys/net/ipv4/icmp_echo_ignore_all", "1");
  const silent = await finding("127.0.0.1", 300);
  const findings = { v4, v6, noWay, noWay6, silent };
  const scene: PingScene = { way, patientMs: PATIENT_MS, findings, many: answered };
  process.stdout.write(`${JSON.stringify(scene)}\n`);
}

await main();
