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
  /** Moment on the monotonic clock at which everything must be over. */
  readonly deadlineMs: number;
  /** The check's own timer, watched instead of starting another one. */
  readonly deadline?: Deadline;
  /** Where the socket's bytes go, instead of `data` events: spares a buffer of 64 KiB a read. */
  readonly onread?: OnReadOpts;
  /** Begins to connect to an address by itself: for what does more than connect. */
  readonly open?: (address: string) => Socket;
}

export interface Dialed {
  readonly socket: Socket;
  readonly address: string;
  readonly dnsUs: number;
  readonly connectUs: number;
  /** When the connection was there, on the monotonic clock. */
  readonly connectedMs: number;
}

const ADDRESSES_MAX = 16;
/** Addresses that share what is left of the time; those that refuse at once leave it to the next ones. */
const SHARES_MAX = 4;

/**
 * Resolves, filters every answer by the policy and connects to an address that passed: the address that was checked is the one
 * connected to. Tries one after another, sharing what is left of the deadline.
 * Throws ProbeError: `dns_*`, `connect_*`, or `blocked_address` when no answer is allowed.
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
  for (const [index, address] of allowed.entries()) {
    // The last attempt has all the time that is left.
    const left = allowed.length - index;
    const now = monotonicMs();
    const untilMs = left === 1 ? null : now + (options.deadlineMs - now) / Math.min(left, SHARES_MAX);
    try {
      const { socket, connectedMs } = await connectTo(address, options, untilMs);
      const connectUs = betweenUs(connectMs, connectedMs);
      onPhase?.("connect", connectUs);
      return { socket, address, dnsUs, connectUs, connectedMs };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

function allowedOf(answers: readonly string[], policy: AddressPolicy): string[] {
  const allowed = answers.filter((address) => addressRefusal(address, policy) === null);
  if (allowed.length > 0) return preferIpv4([...new Set(allowed)]).slice(0, ADDRESSES_MAX);
  throw new ProbeError(
    "blocked_address",
    addressRefusal(answers[0] ?? "", policy) ?? "no address is allowed",
  );
}

/** One of each family first, so that a broken family costs one attempt, not four. */
function preferIpv4(addresses: string[]): string[] {
  if (addresses.length === 1) return addresses;
  const four = addresses.filter((address) => !isIPv6(address));
  const six = addresses.filter((address) => isIPv6(address));
  if (four.length === 0 || six.length === 0) return addresses;
  return [...four.slice(0, 1), ...six.slice(0, 1), ...four.slice(1), ...six.slice(1)];
}

/** `untilMs` null: until the deadline. */
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
      reject(
        new ProbeError("connect_timeout", `${place(address, port)}: the connection was not answered in time`),
      );
    };
    let timer: NodeJS.Timeout | undefined;
    if (untilMs === null && deadline) deadline.watch(onLate);
    else timer = setTimeout(onLate, Math.ceil(Math.max(0, (untilMs ?? deadlineMs) - monotonicMs())));
    const onError = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(connectError(error, place(address, port), address));
    };
    socket.on("error", onError);
    // Before anybody else who waits for it: to begin a handshake takes as long as to connect nearby.
    socket.prependOnceListener("connect", () => {
      const connectedMs = monotonicMs();
      clearTimeout(timer);
      deadline?.watch(ignore);
      // From here on the next step listens; an error in between must not end the process.
      socket.on("error", ignore);
      socket.removeListener("error", onError);
      resolve({ socket, connectedMs });
    });
  });
}

function place(address: string, port: number): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

function ignore(): void {
  // The steps on a connection tell its errors; this only keeps one that comes between two of them from being unhandled.
}

function betweenUs(fromMs: number, toMs: number): number {
  return Math.max(0, Math.round((toMs - fromMs) * 1000));
}
