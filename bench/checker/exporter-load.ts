import type { MonitorConfig } from "@/lib/contract/checks/check";
import { blackboxCheck } from "./blackbox";
import { httpMonitor, ownCheck, repeat } from "./clients";
import { treeCpuSeconds } from "./processes";

// The measured process of the comparisons with blackbox_exporter. Arguments: protocol, target (URL or host:port or host), checks per turn, turns,
// port and pid of blackbox_exporter, number of our parallel checks. Prints CPU microseconds per check, ours and
// theirs, for each turn.

/** Parallel checks, unless an argument sets ours higher. */
const PARALLEL = 8;

function monitorOf(protocol: string, target: string): MonitorConfig {
  if (protocol === "http") {
    const monitor = httpMonitor(target);
    return { ...monitor, request: { ...monitor.request, tls_skip_verify: false } };
  }
  const [host = "", port] = target.split(":");
  const request = protocol === "tcp" ? { host, port: Number(port), connection: "plain" } : { host };
  return { ...httpMonitor("http://unused/"), protocol: protocol as MonitorConfig["protocol"], request };
}

async function usedUs(pid: number, checks: number, check: () => Promise<unknown>): Promise<number> {
  const before = treeCpuSeconds(pid);
  await repeat(checks, PARALLEL, check);
  return ((treeCpuSeconds(pid) - before) * 1_000_000) / checks;
}

async function main(args: readonly string[]): Promise<void> {
  const [protocol = "", target = ""] = args;
  const [checks = 0, turns = 0, port = 0, pid = 0] = args.slice(2).map(Number);
  const config = monitorOf(protocol, target);
  const own = () => ownCheck(config);
  const theirs = () => blackboxCheck(port, protocol, target);
  const spent: { own: number[]; theirs: number[] } = { own: [], theirs: [] };
  for (let turn = -1; turn < turns; turn += 1) {
    await repeat(checks / 4, PARALLEL, own);
    const ownUs = await usedUs(process.pid, checks, own);
    await repeat(checks / 4, PARALLEL, theirs);
    const theirsUs = await usedUs(pid, checks, theirs);
    if (turn < 0) continue;
    spent.own.push(ownUs);
    spent.theirs.push(theirsUs);
  }
  process.stdout.write(JSON.stringify(spent), () => process.exit(0));
}

await main(process.argv.slice(2));
