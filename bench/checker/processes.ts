import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startProgram } from "./programs";
import { scratchFolder } from "./scratch";

export interface Target {
  readonly port: number;
  stop(): void;
}

/** A target on loopback in a process of its own that answers after `delayMs`. With `pem` it speaks TLS. */
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

/** A file with a fresh key and self-signed certificate for localhost; null where there is no openssl to make it. */
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

/** CPU seconds and resident megabytes of another process, from /proc (Linux). */
export function usageOf(pid: number): { cpuSeconds: number; rssMb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may hold blanks; utime and stime are fields 14 and 15 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpuSeconds: ticks / CLOCK_TICKS_PER_SECOND, rssMb: Number(rss ?? 0) / 1024 };
}
