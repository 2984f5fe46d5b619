import { connect, isIPv6, type OnReadOpts, type Socket } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import type { Deadline } from "./deadline";
import { connectError, ProbeError } from "./probe-error";
import { type ReachOptions, reach } from "./reach";

export interface DialOptions extends ReachOptions {
  readonly port: number;
  /** The check's own timer, used instead of starting another. */
  readonly deadline?: Deadline;
  /** Receives the socket's bytes instead of `data` events, which saves a 64 KiB buffer per read. */
  readonly onread?: OnReadOpts;
  /** Opens the connection itself when the caller needs more than a plain connect. */
  readonly open?: (address: string) => Socket;
}

export interface Dialed {
  readonly socket: Socket;
  readonly address: string;
  readonly dnsUs: number;
  readonly connectUs: number;
  /** Monotonic time at which the connection was established. */
  readonly connectedMs: number;
}

/**
 * Resolves a host and connects to one of its allowed addresses. It connects to exactly the address it checked. Throws
 * ProbeError `dns_*`, `connect_*`, or `blocked_address` when no address is allowed.
 */
export function dial(
  options: DialOptions,
  onPhase?: (phase: "dns" | "connect", tookUs: number) => void,
): Promise<Dialed> {
  let dnsUs = 0;
  let connectMs = 0;
  return reach(
    options,
    (tookUs) => {
      dnsUs = tookUs;
      onPhase?.("dns", dnsUs);
      connectMs = monotonicMs();
    },
    async (address, untilMs) => {
      const { socket, connectedMs } = await connectTo(address, options, untilMs);
      const connectUs = betweenUs(connectMs, connectedMs);
      onPhase?.("connect", connectUs);
      return { socket, address, dnsUs, connectUs, connectedMs };
    },
  );
}

/** `untilMs` null means until the deadline. */
function connectTo(
  address: string,
  options: DialOptions,
  untilMs: number | null,
): Promise<Pick<Dialed, "socket" | "connectedMs">> {
  const { port, onread, open, deadline, deadlineMs } = options;
  return new Promise((resolve, reject) => {
    const socket = open ? open(address) : connect({ host: address, port, onread });
    const onLate = () => {
      socket.destroy();
      reject(new ProbeError("connect_timeout", `${place(address, port)}: the connection timed out`));
    };
    let timer: NodeJS.Timeout | undefined;
    if (untilMs === null && deadline) deadline.watch(onLate);
    else timer = setTimeout(onLate, Math.ceil(Math.max(0, (untilMs ?? deadlineMs) - monotonicMs())));
    // Stays, because a later error between two steps must not end the process. Each step reports its own errors.
    socket.on("error", (error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(connectError(error, place(address, port), address));
    });
    // Runs before other listeners, because starting a handshake takes as long as connecting to a nearby host.
    socket.prependOnceListener("connect", () => {
      const connectedMs = monotonicMs();
      clearTimeout(timer);
      deadline?.watch(ignore);
      resolve({ socket, connectedMs });
    });
  });
}

function place(address: string, port: number): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

function ignore(): void {
  // The next step watches the time.
}

function betweenUs(fromMs: number, toMs: number): number {
  return Math.max(0, Math.round((toMs - fromMs) * 1000));
}
