import { isIPv6 } from "node:net";
import type { IcmpRequest } from "@/lib/contract/protocols/icmp";
import { addressRefusal } from "@/lib/probes/net/policy";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { emptyFinding, fail, type Probe, type ProbeContext } from "@/lib/probes/probe";
import { monotonicMs } from "@/lib/shared/clock";
import { pingByProgram } from "./ping-program";
import { pingSocket } from "./ping-sockets";

/**
 * Checks that a host answers an ICMP echo, through a ping socket or else with `ping`. When neither may send, the
 * result is inconclusive and says how to fix it.
 */
export const probeIcmp: Probe<IcmpRequest> = async (context) => {
  const finding = emptyFinding();
  const { host } = context.config.request;
  try {
    const dnsMs = monotonicMs();
    const answers = await context.resolver.addressesOf(host, context.deadlineMs);
    finding.timings.dns = micros(monotonicMs() - dnsMs);
    context.onPhase?.("dns", finding.timings.dns, null);
    const address = answers.find((answer) => addressRefusal(answer, context.policy) === null);
    if (address === undefined) {
      throw new ProbeError(
        "blocked_address",
        addressRefusal(answers[0] ?? "", context.policy) ?? "none of its addresses are allowed",
      );
    }
    finding.remote_address = address;
    const roundTripMs = await roundTrip(address, context);
    finding.timings.first_byte = micros(roundTripMs);
    // As measured by `ping` itself: starting a process takes a hundred times as long as a ping on a local network.
    finding.timings.total = finding.timings.dns + finding.timings.first_byte;
    context.onPhase?.("first_byte", finding.timings.first_byte, null);
    finding.outcome = "up";
  } catch (error) {
    fail(finding, error);
  }
  return finding;
};

/** Returns the round trip in milliseconds. Throws ProbeError. */
async function roundTrip(address: string, { deadline, deadlineMs }: ProbeContext): Promise<number> {
  const socket = await pingSocket(isIPv6(address) ? 6 : 4);
  if (socket) return socket.ping(address, (onLate) => deadline.watch(onLate));
  return pingByProgram(address, Math.max(100, deadlineMs - monotonicMs()));
}

function micros(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}
