import { spawn } from "node:child_process";
import { isIPv6 } from "node:net";
import type { IcmpRequest } from "@/lib/contract/protocols/icmp";
import { monotonicMs } from "@/lib/shared/clock";
import { addressRefusal } from "./outgoing/policy";
import { ProbeError } from "./outgoing/probe-error";
import { pingSocket } from "./ping-socket";
import { emptyFinding, fail, type Probe, type ProbeContext } from "./probe";

const SET_UP =
  "this machine can't send pings: install fping (apt-get install fping), or allow ping sockets (sysctl net.ipv4.ping_group_range='0 2147483647')";

/** Checks that a host answers an ICMP echo, by a ping socket, else fping, else ping. Where neither may send, the result is inconclusive and says what to do. */
export const probeIcmp: Probe = async (context) => {
  const finding = emptyFinding();
  const { host } = context.config.request as unknown as IcmpRequest;
  try {
    const dnsMs = monotonicMs();
    const answers = await context.resolver.addressesOf(host);
    finding.timings.dns = micros(monotonicMs() - dnsMs);
    context.onPhase?.("dns", finding.timings.dns, null);
    const address = answers.find((answer) => addressRefusal(answer, context.policy) === null);
    if (address === undefined) {
      throw new ProbeError(
        "blocked_address",
        addressRefusal(answers[0] ?? "", context.policy) ?? "no address is allowed",
      );
    }
    finding.remote_address = address;
    const roundTripMs = await roundTrip(address, context);
    finding.timings.first_byte = micros(roundTripMs);
    // As the program measured it: starting a process takes a hundred times as long as a ping in the same room.
    finding.timings.total = finding.timings.dns + finding.timings.first_byte;
    context.onPhase?.("first_byte", finding.timings.first_byte, null);
    finding.outcome = "up";
  } catch (error) {
    fail(finding, error);
  }
  return finding;
};

/** Milliseconds. Throws ProbeError. */
async function roundTrip(address: string, { deadline, deadlineMs }: ProbeContext): Promise<number> {
  const socket = await pingSocket(isIPv6(address) ? 6 : 4);
  if (socket) return socket.ping(address, (onLate) => deadline.watch(onLate));
  // Whole milliseconds: a timer of the process takes no others.
  return pingByProgram(address, Math.ceil(Math.max(100, deadlineMs - monotonicMs())));
}

async function pingByProgram(address: string, timeoutMs: number): Promise<number> {
  const family = isIPv6(address) ? "-6" : "-4";
  const seconds = String(Math.max(1, Math.ceil(timeoutMs / 1000)));
  const answer =
    (await run("fping", [family, "-C", "1", "-q", "-r", "0", "-t", String(timeoutMs), address], timeoutMs)) ??
    (await run("ping", [family, "-n", "-c", "1", "-W", seconds, address], timeoutMs));
  if (answer === null) throw new ProbeError("unsupported", SET_UP);
  const time = /time[=<]([\d.]+) ?ms/.exec(answer) ?? /: ([\d.]+)\s*$/.exec(answer);
  if (time) return Number(time[1]);
  if (/unreachable/i.test(answer))
    throw new ProbeError("icmp_unreachable", `${address}: the network says it can't be reached`);
  if (/not permitted|denied|can't create|socket:/i.test(answer)) throw new ProbeError("unsupported", SET_UP);
  throw new ProbeError("icmp_timeout", `${address}: no answer to a ping in time`);
}

/** Everything the program printed; null when it isn't installed. */
function run(command: string, args: string[], timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs + 1000 });
    const parts: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => parts.push(part));
    child.once("error", () => resolve(null));
    child.once("close", () => resolve(Buffer.concat(parts).toString("utf8")));
  });
}

function micros(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}
