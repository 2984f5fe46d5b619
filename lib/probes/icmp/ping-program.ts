import { type ChildProcess, type ExecFileException, execFile } from "node:child_process";
import { isIPv6 } from "node:net";
import type { ErrorCode } from "@/lib/contract/checks/check";
import { lacksFamilyOf } from "@/lib/probes/net/address-family";
import { ProbeError, withoutFamily } from "@/lib/probes/net/probe-error";
import { isResourceExhausted } from "@/lib/probes/net/resource-exhausted";
import { monotonicMs } from "@/lib/shared/clock";
import { childEnv } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";

/** The sysctl setting that lets the runner open ping sockets, which need no program. */
export const ALLOW_PING_SOCKETS = "sysctl -w net.ipv4.ping_group_range='0 2147483647'";
const SET_UP = `this machine can't send pings; allow ping sockets (${ALLOW_PING_SOCKETS}) or install ping (apt-get install iputils-ping)`;
const NOT_UNDERSTOOD = `this machine's ping isn't supported; allow ping sockets (${ALLOW_PING_SOCKETS}) or install another (apt-get install iputils-ping)`;
/** Each ping is a process. More of them at a time would slow down the machine and distort the measurements. */
const PROCESSES_MAX = 32;
/** `ping` reports and exits when interrupted. One that outlives this was starved, which says nothing about the target. */
const GRACE_MS = 300;
const TRIAL_MS = 500;

/** `ping` errors about its own permissions, not about the target. */
const NOT_ALLOWED = /not permitted|denied|can't create|socket:/i;
/** The line that every `ping` ends with. Without it, whether anything was sent is unknown. */
const SENT = /unreachable|1 packets? transmitted/i;
const ROUND_TRIP = /time[=<]([\d.]{1,12}) ?ms/;

/** Limits the pings in flight; the others wait for a free process. */
class Processes {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  async enter(): Promise<void> {
    if (this.running < PROCESSES_MAX) this.running += 1;
    else await new Promise<void>((resolve) => void this.waiting.push(resolve));
  }

  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

/**
 * Pings a literal address once with the system's `ping` and returns the round trip in milliseconds. `timeoutMs`
 * counts from this call, so a ping that waited too long for a free process is the runner's failure. Throws
 * ProbeError.
 */
export async function pingByProgram(address: string, timeoutMs: number): Promise<number> {
  const endsMs = monotonicMs() + timeoutMs;
  const processes = once("probes.ping-processes", () => new Processes());
  await processes.enter();
  try {
    const leftMs = endsMs - monotonicMs();
    if (leftMs <= 0)
      throw failure(address, "runner_overloaded", "the runner was too busy to send this ping in time");
    const roundTripMs = roundTripOf(await run(address, leftMs), address);
    if (roundTripMs > leftMs) throw failure(address, "icmp_timeout", "timed out waiting for a ping reply");
    return roundTripMs;
  } finally {
    processes.leave();
  }
}

/** Returns whether `ping` is installed and may send, by pinging this machine. */
export async function canPingByProgram(): Promise<boolean> {
  try {
    await pingByProgram("127.0.0.1", TRIAL_MS);
    return true;
  } catch (error) {
    return error instanceof ProbeError && error.code !== "unsupported";
  }
}

interface Said {
  readonly text: string;
  readonly error: ExecFileException | null;
  readonly tookMs: number;
}

/** Runs one `ping`, and interrupts it when the time is up, which may be before the whole seconds that it understands. */
function run(address: string, leftMs: number): Promise<Said> {
  const family = isIPv6(address) ? "-6" : "-4";
  const args = [family, "-n", "-c", "1", "-W", String(Math.ceil(leftMs / 1000)), address];
  const options = {
    timeout: Math.ceil(leftMs),
    killSignal: "SIGINT",
    env: childEnv({ LC_ALL: "C" }),
  } as const;
  const beganMs = monotonicMs();
  return new Promise((resolve) => {
    let child: ChildProcess | undefined;
    const timer = setTimeout(() => child?.kill("SIGKILL"), leftMs + GRACE_MS);
    const end = (error: ExecFileException | null, text: string) => {
      clearTimeout(timer);
      resolve({ text, error, tookMs: monotonicMs() - beganMs });
    };
    try {
      child = execFile("ping", args, options, (error, stdout, stderr) => end(error, `${stdout}\n${stderr}`));
    } catch (error) {
      // A sandbox that forbids new processes.
      end(error as ExecFileException, "");
    }
  });
}

function roundTripOf({ text, error, tookMs }: Said, address: string): number {
  const time = ROUND_TRIP.exec(text)?.[1];
  if (time !== undefined) return Number(time);
  if (typeof error?.code === "string") throw notStarted(address, error as NodeJS.ErrnoException);
  if (NOT_ALLOWED.test(text)) throw notAllowed(address, text);
  if (/unreachable/i.test(text)) throw unreachable(address);
  if (SENT.test(text)) throw failure(address, "icmp_timeout", "timed out waiting for a ping reply");
  // Every ping exits with 0 after a reply, whatever it prints.
  if (error === null) return tookMs;
  if (error.signal) throw failure(address, "runner_overloaded", "ping exited without reporting a result");
  const said = text.trim().split("\n")[0]?.slice(0, 100) ?? "";
  throw failure(address, "unsupported", `${NOT_UNDERSTOOD}; it said ${JSON.stringify(said)}`);
}

/** Explains why the system couldn't start `ping`: it isn't installed, or the machine ran out of descriptors or memory. */
function notStarted(address: string, error: NodeJS.ErrnoException): ProbeError {
  if (isResourceExhausted(error.code))
    return failure(address, "runner_overloaded", `the runner couldn't start ping (${error.code})`);
  return failure(address, "unsupported", SET_UP);
}

/** A firewall that refuses one address doesn't mean that the runner can't ping at all. */
function notAllowed(address: string, text: string): ProbeError {
  const isOfTarget = /sendmsg|sendto|connect/.test(text);
  const what = isOfTarget ? "this machine doesn't let the runner ping this address" : SET_UP;
  return failure(address, "unsupported", what);
}

function unreachable(address: string): ProbeError {
  if (lacksFamilyOf(address)) return withoutFamily(address, address);
  return failure(address, "icmp_unreachable", "the network reports the address as unreachable");
}

function failure(address: string, code: ErrorCode, what: string): ProbeError {
  return new ProbeError(code, `${address}: ${what}`);
}
