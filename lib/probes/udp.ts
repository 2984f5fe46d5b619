import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { UdpRequest } from "@/lib/contract/protocols/udp";
import { monotonicMs } from "@/lib/shared/clock";
import { connectError, ProbeError } from "./net/probe-error";
import { reach } from "./net/reach";
import { findingOf, type Probe, type ProbeContext } from "./probe";

/** A lost packet is nothing unusual, so that clients repeat theirs. */
const AGAIN_MS = 1000;
const SHOWN_CHARS_MAX = 200;

function bytesOf({ format }: UdpRequest, text: string): Buffer {
  return format === "hex" ? Buffer.from(text.replace(/\s+/g, ""), "hex") : Buffer.from(text);
}

/** Returns the first reply from an address, and how long it took after the latest message. Throws ProbeError. */
function ask(
  address: string,
  untilMs: number | null,
  { config: { request }, deadlineMs }: ProbeContext<UdpRequest>,
): Promise<{ reply: Buffer; tookMs: number }> {
  const place = `${isIPv6(address) ? `[${address}]` : address}:${request.port}`;
  const socket = createSocket({
    type: isIPv6(address) ? "udp6" : "udp4",
    // Addresses only; a name must never be looked up here.
    lookup: (host, _options, callback) => callback(null, host, isIPv6(address) ? 6 : 4),
  });
  let again: NodeJS.Timeout | undefined;
  let late: NodeJS.Timeout | undefined;
  return new Promise<{ reply: Buffer; tookMs: number }>((resolve, reject) => {
    let sentMs = 0;
    const send = () => {
      sentMs = monotonicMs();
      // Its errors are also emitted.
      socket.send(bytesOf(request, request.payload), (error) => error && socket.emit("error", error));
    };
    late = setTimeout(
      () => reject(new ProbeError("udp_timeout", `${place}: the server didn't reply in time`)),
      Math.max(0, (untilMs ?? deadlineMs) - monotonicMs()),
    );
    socket.on("error", (error) => reject(connectError(error, place, address)));
    socket.on("message", (reply) => resolve({ reply, tookMs: monotonicMs() - sentMs }));
    socket.once("connect", () => {
      send();
      again = setInterval(send, AGAIN_MS);
    });
    socket.connect(Number(request.port), address);
  }).finally(() => {
    clearInterval(again);
    clearTimeout(late);
    socket.close();
  });
}

/** Throws ProbeError unless the reply has what is expected. */
function requireExpected(request: UdpRequest, reply: Buffer): void {
  const { expected, format } = request;
  if (expected === null || reply.includes(bytesOf(request, expected))) return;
  const got = reply.toString(format === "hex" ? "hex" : "utf8").slice(0, SHOWN_CHARS_MAX);
  throw new ProbeError(
    "assertion_failed",
    `the reply isn't as expected (expected ${JSON.stringify(expected)}; got ${JSON.stringify(got)})`,
  );
}

/** Checks that a server replies to a packet, with what is expected. */
export const probeUdp: Probe<UdpRequest> = (context) =>
  findingOf(async (finding) => {
    const { request } = context.config;
    const { reply, tookMs } = await reach(
      { ...context, host: request.host },
      (tookUs) => {
        finding.timings.dns = tookUs;
        context.onPhase?.("dns", tookUs, null);
      },
      (address, untilMs) => {
        finding.remote_address = address;
        return ask(address, untilMs, context);
      },
    );
    finding.timings.first_byte = Math.round(tookMs * 1000);
    context.onPhase?.("first_byte", finding.timings.first_byte, null);
    requireExpected(request, reply);
  });
