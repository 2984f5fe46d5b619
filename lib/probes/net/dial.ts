import { connect, isIPv6, type OnReadOpts, type Socket } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import type { Deadline } from "./deadline";
import { type AddressPolicy, addressRefusal } from "./policy";
import { connectError, ProbeError } from "./probe-error";
import type { NameResolver } from "./resolver";

export interface DialOptions {
  readonly host: string;
  readonly port: number;
  readonly policy: AddressPolicy;
  readonly resolver: NameResolver;
  /** Monotonic time by which everything must end. */
  readonly deadlineMs: number;
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

const ADDRESSES_MAX = 16;
/** Number of addresses that share the remaining time. Addresses that refuse immediately leave their share to the next. */
const SHARES_MAX = 4;

/**
 * Resolves a host, filters every address by the policy and connects to one that passed. It connects to exactly the
 * address it checked. Tries one address after another within the deadline. Throws ProbeError `dns_*`, `connect_*`, or
 * `blocked_address` when no address is allowed.
 */
export async function dial(
  options: DialOptions,
  onPhase?: (phase: "dns" | "connect", tookUs: number) => void,
): Promise<Dialed> {
  const startMs = monotonicMs();
  const answers =
    options.resolver.knownAddressesOf(options.host) ??
    (await options.resolver.addressesOf(options.host, options.deadlineMs));
  const dnsUs = betweenUs(startMs, monotonicMs());
  const allowed = allowedOf(answers, options.policy);
  onPhase?.("dns", dnsUs);
  const connectMs = monotonicMs();
  let failure: unknown;
  let left = allowed.length;
  for (const address of allowed) {
    const now = monotonicMs();
    // The last attempt gets all the remaining time.
    const untilMs = left === 1 ? null : now + (options.deadlineMs - now) / Math.min(left, SHARES_MAX);
    try {
      const { socket, connectedMs } = await connectTo(address, options, untilMs);
      const connectUs = betweenUs(connectMs, connectedMs);
      onPhase?.("connect", connectUs);
      return { socket, address, dnsUs, connectUs, connectedMs };
    } catch (error) {
      failure ??= error;
    }
    left -= 1;
  }
  throw failure;
}

function allowedOf(answers: readonly string[], policy: AddressPolicy): string[] {
  const allowed = answers.filter((address) => addressRefusal(address, policy) === null);
  if (allowed.length === 1) return allowed;
  if (allowed.length > 0) return preferIpv4([...new Set(allowed)]).slice(0, ADDRESSES_MAX);
  throw new ProbeError(
    "blocked_address",
    addressRefusal(answers[0] ?? "", policy) ?? "none of its addresses are allowed",
  );
}

/** Puts one address of each family first, so that a broken family costs one attempt instead of four. */
function preferIpv4(addresses: string[]): string[] {
  const four = addresses.filter((address) => !isIPv6(address));
  const six = addresses.filter((address) => isIPv6(address));
  if (four.length === 0 || six.length === 0) return addresses;
  return [...four.slice(0, 1), ...six.slice(0, 1), ...four.slice(1), ...six.slice(1)];
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
    socket.prependListener("connect", () => {
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
