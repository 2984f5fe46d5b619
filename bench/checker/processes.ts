import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startProgram } from "./programs";
import { scratchFolder } from "./scratch";

export interface Target {
  readonly port: number;
  stop(): void;
}

/** Starts a target on loopback in its own process that responds after `delayMs`, with TLS if `pem` is set. */
export async function startBenchTarget(
  options: { delayMs?: number; addresses?: number; pem?: string } = {},
): Promise<Target> {
  const args = [String(options.delayMs ?? 0), String(options.addresses ?? 1)];
  if (options.pem) args.push(options.pem);
  const child = await startProgram("bench/checker/target.ts", args);
  return { port: Number(await firstLine(child)), stop: () => child.kill("SIGKILL") };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("the target has no output");
  const [bytes] = (await once(child.stdout, "data")) as [Buffer];
  return bytes.toString("utf8").trim();
}

/** Creates a file with a new key and self-signed certificate for localhost. Returns null without openssl. */
export function makePem(): string | null {
  const folder = scratchFolder();
  const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  try {
    execFileSync("openssl", ["req", "-x509", ...curve, ...subject, "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
  } catch {
    return null;
  }
  const both = path.join(folder, "both.pem");
  writeFileSync(both, `${readFileSync(key, "utf8")}${readFileSync(certificate, "utf8")}`);
  return both;
}

const CLOCK_TICKS_PER_SECOND = 100;

/**
 * Returns another process's CPU seconds (scheduler time of its live threads) and resident megabytes, from /proc
 * (Linux).
 */
export function usageOf(pid: number): { cpuSeconds: number; rssMb: number } {
  const ranNs = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpuSeconds: ranNs.reduce((sum, ns) => sum + ns, 0) / 1e9, rssMb: Number(rss ?? 0) / 1024 };
}

/** Returns the CPU seconds of a process and everything it started, including ended processes (Linux). */
export function treeCpuSeconds(root: number): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name);
    if (!fields) continue;
    const [pid, parent] = [Number(name), Number(fields[1])];
    children.set(parent, [...(children.get(parent) ?? []), pid]);
    // utime, stime, and those of children that were waited for.
    ticks.set(
      pid,
      fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
    );
  }
  const total = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + total(child), ticks.get(pid) ?? 0);
  return total(root) / CLOCK_TICKS_PER_SECOND;
}

/** Returns the fields of /proc/PID/stat after the name; null when the process has ended. */
function statOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
