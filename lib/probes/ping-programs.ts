import { type ChildProcess, spawn } from "node:child_process";
import { isIPv6 } from "node:net";
import { childEnv } from "@/lib/shared/env";
import { noteLack } from "./outgoing/own-lack";
import { ProbeError } from "./outgoing/probe-error";

const SET_UP =
  "this machine can't send pings: install fping (apt-get install fping), or allow ping sockets (sysctl net.ipv4.ping_group_range='0 2147483647')";

const REFUSED = /not permitted|denied|can't create|socket:/i;

/** The programs that ping, in the order in which they are tried, and what they are told. */
const PROGRAMS = {
  fping: (timeoutMs: number) => ["-C", "1", "-q", "-r", "0", "-t", String(timeoutMs)],
  ping: (timeoutMs: number) => ["-n", "-c", "1", "-W", String(Math.max(1, Math.ceil(timeoutMs / 1000)))],
} as const;

export type PingProgram = keyof typeof PROGRAMS;
const IN_ORDER = ["fping", "ping"] as const satisfies readonly PingProgram[];

/** Round trip in milliseconds, by the first program that is installed and may send. Throws ProbeError. */
export async function pingByProgram(address: string, timeoutMs: number): Promise<number> {
  const { answer } = await firstAble(address, timeoutMs);
  if (answer === null) throw new ProbeError("unsupported", SET_UP);
  const time = /time[=<]([\d.]+) ?ms/.exec(answer) ?? /: ([\d.]+)\s*$/.exec(answer);
  if (time) return Number(time[1]);
  if (/unreachable/i.test(answer))
    throw new ProbeError("icmp_unreachable", `${address}: the network says it can't be reached`);
  throw new ProbeError("icmp_timeout", `${address}: no answer to a ping in time`);
}

/** Which program pings from here: asked by a ping of this machine itself. Null when none is installed, may send, or can be started. */
export async function pingProgram(): Promise<PingProgram | null> {
  const { program } = await firstAble("127.0.0.1", 500).catch(() => ({ program: null }));
  return program;
}

async function firstAble(
  address: string,
  timeoutMs: number,
): Promise<{ program: PingProgram; answer: string } | { program: null; answer: null }> {
  const family = isIPv6(address) ? "-6" : "-4";
  for (const program of IN_ORDER) {
    const answer = await run(program, [family, ...PROGRAMS[program](timeoutMs), address], timeoutMs);
    if (answer !== null && !REFUSED.test(answer)) return { program, answer };
  }
  return { program: null, answer: null };
}

/** Everything the program printed; null when it isn't installed. Throws ProbeError when this machine can't start one more (F28). */
function run(command: string, args: string[], timeoutMs: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
    // Without a free descriptor there are no streams, whatever the types say; and an error that nobody hears ends the process.
    const child: ChildProcess = spawn(command, args, {
      stdio,
      timeout: timeoutMs + 1000,
      env: childEnv({ LC_ALL: "C" }),
    });
    const parts: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => parts.push(part));
    child.once("error", (error) =>
      noteLack(error)
        ? reject(
            new ProbeError("runner_overloaded", `the runner could not start ${command} (${error.message})`),
          )
        : resolve(null),
    );
    child.once("close", () => resolve(Buffer.concat(parts).toString("utf8")));
  });
}
