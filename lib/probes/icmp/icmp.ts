import { isIPv6 } from "node:net";
import type { IcmpRequest } from "@/lib/contract/protocols/icmp";
import { isInconclusive } from "@/lib/domain/checks/inconclusive";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { reach } from "@/lib/probes/net/reach";
import { type Finding, findingOf, type Probe, type ProbeContext } from "@/lib/probes/probe";
import { monotonicMs } from "@/lib/shared/clock";
import { pingByProgram } from "./ping-program";
import { pingSocket } from "./ping-sockets";

/** Farther apart, packets are lost independently of each other. */
const APART_MS = 100;

/**
 * Checks that a host answers an ICMP echo, through a ping socket or else with `ping`. When neither may send, the
 * result is inconclusive and says how to fix it.
 */
export const probeIcmp: Probe<IcmpRequest> = (context) =>
  findingOf(async (finding) => {
    const { host } = context.config.request;
    const roundTripsMs = await reach(
      { host, ...context },
      (tookUs) => {
        finding.timings.dns = tookUs;
        context.onPhase?.("dns", tookUs, null);
      },
      (address, untilMs) => {
        finding.remote_address = address;
        return roundTrips(address, untilMs, context);
      },
    );
    finding.timings.first_byte = micros(mean(roundTripsMs));
    // As measured by `ping` itself: starting a process takes a hundred times as long as a ping on a local network.
    finding.timings.total = (finding.timings.dns ?? 0) + finding.timings.first_byte;
    context.onPhase?.("first_byte", finding.timings.first_byte, null);
    judgeLoss(context.config.request, roundTripsMs, finding);
  });

/**
 * Sends the packets and returns the round trips of those that were answered, in milliseconds; `untilMs` null means until the
 * deadline. Throws the ProbeError of the first packet when none was.
 */
async function roundTrips(
  address: string,
  untilMs: number | null,
  { deadline, deadlineMs, config: { request } }: ProbeContext<IcmpRequest>,
): Promise<number[]> {
  const leftMs = Math.max(100, (untilMs ?? deadlineMs) - monotonicMs());
  const packets = request.packets ?? 1;
  const apartMs = Math.min(APART_MS, leftMs / 2 / packets);
  const socket = await pingSocket(isIPv6(address) ? 6 : 4);
  const lates: (() => void)[] = [];
  const endAll = () => {
    for (const onLate of lates) onLate();
  };
  const timer = untilMs === null ? null : setTimeout(endAll, leftMs);
  if (socket && !timer) deadline.watch(endAll);
  const ping = async (at: number) => {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, at * apartMs));
    return socket
      ? socket.ping(address, (onLate) => void lates.push(onLate))
      : pingByProgram(address, leftMs - at * apartMs);
  };
  const sent = await Promise.allSettled(Array.from({ length: packets }, (_, at) => ping(at)));
  if (timer) clearTimeout(timer);
  const errors = sent.flatMap((each) => (each.status === "rejected" ? [each.reason as ProbeError] : []));
  const own = errors.find(({ code }) => isInconclusive(code));
  if (own || errors.length === packets) throw own ?? errors[0];
  return sent.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

/** Records loss and jitter. Throws ProbeError when too many packets were lost. */
function judgeLoss(request: IcmpRequest, answered: number[], finding: Finding): void {
  const { host, loss_max_percent: most = null } = request;
  const packets = request.packets ?? 1;
  if (packets === 1) return;
  const lost = packets - answered.length;
  const percent = (100 * lost) / packets;
  const changes = answered.slice(1).map((ms, at) => Math.abs(ms - (answered[at] ?? ms)));
  finding.details = { packet_loss: [`${Math.round(percent)} %`], jitter: [`${mean(changes).toFixed(2)} ms`] };
  if (most === null || percent <= most) return;
  throw new ProbeError("icmp_loss", `${host}: too many packets were lost (${lost} of ${packets})`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function micros(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}
