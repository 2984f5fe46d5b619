import { isIPv6 } from "node:net";
import type { IcmpRequest } from "@/lib/contract/protocols/icmp";
import { reach } from "@/lib/probes/net/reach";
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
    const roundTripMs = await reach(
      { host, ...context },
      (tookUs) => {
        finding.timings.dns = tookUs;
        context.onPhase?.("dns", tookUs, null);
      },
      (address, untilMs) => {
        finding.remote_address = address;
        return roundTrip(address, untilMs, context);
      },
    );
    finding.timings.first_byte = micros(roundTripMs);
    // As measured by `ping` itself: starting a process takes a hundred times as long as a ping on a local network.
    finding.timings.total = (finding.timings.dns ?? 0) + finding.timings.first_byte;
    context.onPhase?.("first_byte", finding.timings.first_byte, null);
    finding.outcome = "up";
  } catch (error) {
    fail(finding, error);
  }
  return finding;
};

/** Returns the round trip in milliseconds; `untilMs` null means until the deadline. Throws ProbeError. */
async function roundTrip(
  address: string,
  untilMs: number | null,
  { deadline, deadlineMs }: ProbeContext,
): Promise<number> {
  const leftMs = Math.max(100, (untilMs ?? deadlineMs) - monotonicMs());
  const socket = await pingSocket(isIPv6(address) ? 6 : 4);
  if (!socket) return pingByProgram(address, leftMs);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await socket.ping(address, (onLate) => {
      if (untilMs === null) deadline.watch(onLate);
      else timer = setTimeout(onLate, leftMs);
    });
  } finally {
    clearTimeout(timer);
  }
}

function micros(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}
