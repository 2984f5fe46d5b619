import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { SocketAddress } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { ProbeError } from "./outgoing/probe-error";
import { openPingFd, type PingFamily } from "./ping-fd";
import { PingPacket } from "./ping-packet";

/** Sequence numbers are 16 bits: as many pings may be under way in one family. */
const SEQUENCES = 65_536;
/** Ping sockets have no ports, but dgram wants one. */
const ANY_PORT = 1;

interface Waiting {
  readonly address: string;
  readonly sentMs: number;
  readonly answered: (roundTripMs: number) => void;
}

/**
 * Pings by an unprivileged ICMP socket (Linux: socket(2) with SOCK_DGRAM and IPPROTO_ICMP, open to the groups in
 * `net.ipv4.ping_group_range`): one socket a family for all pings, answers told apart by sequence number, a random token and the
 * address. The kernel writes checksum and identifier, and delivers only replies to what this socket sent.
 */
export class PingSocket {
  private readonly waiting = new Map<number, Waiting>();
  private readonly packet: PingPacket;
  private sequence = 0;

  constructor(
    private readonly socket: Socket,
    private readonly family: PingFamily,
  ) {
    this.packet = new PingPacket(family, randomBytes(16));
    socket.on("message", (message, { address }) => this.receive(message, address));
  }

  /**
   * Round trip in milliseconds. `within` is told what to do when the time is over, once. Throws ProbeError `icmp_timeout`,
   * `icmp_unreachable` when this machine has no way there, `runner_overloaded` when it has no room for another ping.
   */
  ping(address: string, within: (onLate: () => void) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      const sequence = this.freeSequence();
      if (sequence === null)
        return reject(new ProbeError("runner_overloaded", `the runner waits for ${SEQUENCES} pings already`));
      const end = (error: ProbeError) => {
        this.waiting.delete(sequence);
        reject(error);
      };
      within(() => end(new ProbeError("icmp_timeout", `${address}: no answer to a ping in time`)));
      const sentMs = monotonicMs();
      this.waiting.set(sequence, { address: written(address, this.family), sentMs, answered: resolve });
      this.socket.send(this.packet.request(sequence), ANY_PORT, address, (error) => {
        if (error) end(sendError(error as NodeJS.ErrnoException, address));
      });
    });
  }

  /** Only a reply to a ping under way, with our token, from the address that was asked; a second one finds nobody waiting. */
  private receive(message: Buffer, from: string): void {
    const receivedMs = monotonicMs();
    const sequence = this.packet.sequenceOf(message);
    const asked = sequence === null ? undefined : this.waiting.get(sequence);
    if (sequence === null || asked === undefined || asked.address !== from) return;
    this.waiting.delete(sequence);
    asked.answered(receivedMs - asked.sentMs);
  }

  private freeSequence(): number | null {
    if (this.waiting.size >= SEQUENCES) return null;
    do this.sequence = (this.sequence + 1) % SEQUENCES;
    while (this.waiting.has(this.sequence));
    return this.sequence;
  }
}

/** As the kernel writes it: `2001:db8:0::1` and `2001:db8::1` are one. */
function written(address: string, family: PingFamily): string {
  return new SocketAddress({ address, family: `ipv${family}` }).address;
}

/** No route and a full queue are ours to know; the rest is what a firewall of this machine says. */
function sendError(error: NodeJS.ErrnoException, address: string): ProbeError {
  const ours = ["ENOBUFS", "ENOMEM", "EMFILE", "EADDRNOTAVAIL"].includes(error.code ?? "");
  return ours
    ? new ProbeError("runner_overloaded", `${address}: the runner could not send a ping (${error.code})`)
    : new ProbeError(
        "icmp_unreachable",
        `${address}: there is no way to it (${error.code ?? error.message})`,
      );
}

/** The process's ping socket of a family, opened at the first ping; null where the system gives none. */
export function pingSocket(family: PingFamily): Promise<PingSocket | null> {
  const sockets = once("probes.ping-sockets", () => new Map<PingFamily, Promise<PingSocket | null>>());
  const known = sockets.get(family);
  if (known) return known;
  const opened = openSocket(family, () => sockets.delete(family));
  sockets.set(family, opened);
  return opened;
}

async function openSocket(family: PingFamily, forget: () => void): Promise<PingSocket | null> {
  const fd = await openPingFd(family);
  if (fd === null) return null;
  const socket = createSocket({
    type: family === 4 ? "udp4" : "udp6",
    // Addresses only: a name must never be looked up here.
    lookup: (host, _options, callback) => callback(null, host, family),
  });
  return new Promise((resolve) => {
    socket.once("listening", () => {
      // A check holds its own timer; an idle socket must not keep the process.
      socket.unref();
      resolve(new PingSocket(socket, family));
    });
    socket.on("error", (error) => {
      log.warn("the ping socket failed; the next ping opens another", { family, error });
      forget();
      socket.close();
      resolve(null);
    });
    socket.bind({ fd, exclusive: true });
  });
}
