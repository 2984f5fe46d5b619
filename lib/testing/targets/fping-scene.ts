import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { pingWay } from "@/lib/probes/ping-way";
import { monotonicMs } from "@/lib/shared/clock";
import { check, monitorConfig } from "./check";

// What lib/probes/fping-namespace.test.ts runs in a network namespace of its own, in which nobody may open a ping socket and loopback is
// all there is. Arguments: a file that has a line for each fping that was started; `hang` to wait for a silent host until it is killed.
// Prints one line of JSON, or `ready` while it hangs.

const OPEN = ["127.0.0.0/8", "::1/128", "192.0.2.0/24", "2001:db8::/32", "198.51.100.0/24", "203.0.113.0/24"];

interface PingFinding {
  readonly outcome: string;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly address: string | null;
  readonly firstByteUs: number | null;
  readonly totalUs: number | null;
  readonly tookMs: number;
}

async function finding(host: string, timeoutMs = 1000): Promise<PingFinding> {
  const fromMs = monotonicMs();
  const result = await check(monitorConfig({ host }, { protocol: "icmp", timeout_ms: timeoutMs }), OPEN);
  return {
    outcome: result.outcome,
    code: result.error?.code,
    message: result.error?.message,
    address: result.remote_address,
    firstByteUs: result.timings.first_byte,
    totalUs: result.timings.total,
    tookMs: monotonicMs() - fromMs,
  };
}

/** Nobody answers there, nobody may send there, and there is no way there. */
function makeRoutes(): void {
  for (const route of ["198.51.100.0/24 dev lo", "prohibit 203.0.113.0/24"])
    execFileSync("ip", ["route", "add", ...route.split(" ")]);
}

/** The words of a process's command; none when it has ended, whether or not somebody took note of that. */
export function commandOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").filter(Boolean);
  } catch {
    return [];
  }
}

/** Processes of the machine whose command names `address`. */
export function processesFor(address: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(address))
    .map(Number);
}

/** What this process itself started and has not ended. */
function ownChildren(): number[] {
  const text = readFileSync(`/proc/self/task/${process.pid}/children`, "latin1").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

async function until<T>(find: () => T[]): Promise<T[]> {
  for (let turn = 0; turn < 200; turn += 1) {
    const found = find();
    if (found.length > 0) return found;
    await wait(10);
  }
  throw new Error("what was waited for did not come");
}

const addresses = (count: number) => Array.from({ length: count }, (_, at) => `127.1.${at >> 8}.${at & 255}`);

async function many(count: number, startsFile: string) {
  const starts = () => readFileSync(startsFile, "latin1").split("\n").length;
  const before = starts();
  let mostChildren = 0;
  const watch = setInterval(() => {
    mostChildren = Math.max(mostChildren, ownChildren().length);
  }, 20);
  const findings = await Promise.all(addresses(count).map((host) => finding(host, 15_000)));
  clearInterval(watch);
  return {
    up: findings.filter(({ outcome }) => outcome === "up").length,
    elsewhere: findings.filter(({ address }, at) => address !== addresses(count)[at]).length,
    timesDiffer: new Set(findings.map(({ firstByteUs }) => firstByteUs)).size > 1,
    errors: [...new Set(findings.flatMap(({ message }) => message ?? []))].slice(0, 3),
    fpings: starts() - before,
    mostChildren,
  };
}

/** A ping of a silent host while somebody kills what pings. */
async function whileKilled(host: string, kill: (fping: number) => void): Promise<PingFinding> {
  const asked = finding(host, 5000);
  const [fping = 0] = await until(() => processesFor(host));
  kill(fping);
  return asked;
}

/** A ping of a silent host whose fping can't read while all the others are answered: its socket overflows. */
async function overflowed(host: string, startsFile: string): Promise<PingFinding> {
  const asked = finding(host, 5000);
  const [fping = 0] = await until(() => processesFor(host));
  process.kill(fping, "SIGSTOP");
  await many(400, startsFile);
  process.kill(fping, "SIGCONT");
  return asked;
}

async function scene(startsFile: string) {
  const way = await pingWay();
  const findings = {
    v4: await finding("127.0.0.1"),
    v6: await finding("::1"),
    noWay: await finding("192.0.2.1"),
    noWay6: await finding("2001:db8::1"),
  };
  const [up, noWay, silent, silentLonger, prohibited, up6] = await Promise.all([
    finding("127.0.0.2", 2000),
    finding("192.0.2.2", 2000),
    finding("198.51.100.2", 1000),
    finding("198.51.100.2", 2000),
    finding("203.0.113.2", 2000),
    finding("::1", 2000),
  ]);
  return {
    way,
    findings,
    together: { up, noWay, silent, silentLonger, prohibited, up6 },
    twice: await Promise.all(Array.from({ length: 20 }, () => finding("127.0.0.1"))),
    many: await many(2000, startsFile),
    overflowed: await overflowed("198.51.100.3", startsFile),
    fpingKilled: await whileKilled("198.51.100.4", (fping) => process.kill(fping, "SIGKILL")),
    shellKilled: await whileKilled("198.51.100.5", () => {
      for (const shell of ownChildren()) process.kill(shell, "SIGKILL");
    }),
    leftOver: processesFor("198.51.100.5"),
    afterwards: await finding("127.0.0.1", 5000),
  };
}

export type FpingScene = Awaited<ReturnType<typeof scene>>;

export const HANGS_FOR = "198.51.100.9";

async function main([startsFile = "", mode]: readonly string[]): Promise<void> {
  makeRoutes();
  if (mode !== "hang") return void process.stdout.write(`${JSON.stringify(await scene(startsFile))}\n`);
  const asked = finding(HANGS_FOR, 30_000);
  await until(() => processesFor(HANGS_FOR));
  process.stdout.write(`ready ${ownChildren().join(" ")}\n`);
  await asked;
}

if (process.argv[1]?.endsWith("fping-scene.ts")) await main(process.argv.slice(2));
