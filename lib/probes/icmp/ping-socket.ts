import { randomBytes } from "node:crypto";
import type { Socket } from "node:dgram";
import { SocketAddress } from "node:net";
import { lacksFamilyOf } from "@/lib/probes/net/address-family";
import { ProbeError, withoutFamily } from "@/lib/probes/net/probe-error";
import { monotonicMs } from "@/lib/shared/clock";
import type { PingFamily } from "./ping-fd";

/** Sequence numbers have 16 bits, which limits the pings in flight per family. */
const SEQUENCES = 65_536;
/** Ping sockets have no ports, but dgram requires one. */
const ANY_PORT = 1;
const TOKEN_BYTES = 16;
/**
 * Pings sent per turn of the event loop. libuv reads about 32 datagrams per turn, and a kernel's usual receive buffer
 * (208 KiB) fits fewer than 300 small ones, so answers to a larger burst from nearby hosts would be dropped.
 */
const BURST = 32;

interface Waiting {
  readonly address: string;
  readonly token: Buffer;
  sentMs: number;
  readonly answered: (roundTripMs: number) => void;
  readonly failed: (error: ProbeError) => void;
}

type PingTransport = Pick<Socket, "on" | "send">;

/**
 * Sends pings over an unprivileged ICMP socket (Linux: socket(2) with SOCK_DGRAM and IPPROTO_ICMP, open to the groups
 * in `net.ipv4.ping_group_range`), one socket per family for all pings. A reply must match a ping's sequence number,
 * address, and random token, so neither a late reply nor another target's is mistaken for it. The kernel fills in
 * checksum and identifier, and delivers only replies to what this socket sent. It hides "unreachable" messages from
 * routers, so such a ping times out.
 */
export class PingSocket {
  private readonly waiting = new Map<number, Waiting>();
  private readonly unsent: (() => void)[] = [];
  private sequence = 0;
  private sentThisTurn = 0;

  constructor(
    private readonly socket: PingTransport,
    private readonly family: PingFamily,
  ) {
    socket.on("message", (message, { address }) => this.receive(message, address));
    socket.on("error", (error) => this.fail(error));
  }

  /**
   * Returns the round trip in milliseconds. `within` receives the callback for when the time is up. Throws ProbeError
   * `icmp_timeout`, `icmp_unreachable` when this machine has no route, `runner_overloaded`, or `unsupported` when it
   * can't send.
   */
  ping(address: string, within: (onLate: () => void) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      const sequence = this.freeSequence();
      if (sequence === null)
        return reject(
          new ProbeError("runner_overloaded", `the runner already has ${SEQUENCES} pings in flight`),
        );
      const one: Waiting = {
        address: asReported(address, this.family),
        token: randomBytes(TOKEN_BYTES),
        sentMs: Number.POSITIVE_INFINITY,
        answered: resolve,
        failed: reject,
      };
      this.waiting.set(sequence, one);
      within(() => this.late(sequence, one, address));
      this.unsent.push(() => this.send(sequence, one, address));
      this.sendSome();
    });
  }

  private sendSome(): void {
    while (this.sentThisTurn < BURST) {
      const send = this.unsent.shift();
      if (!send) return;
      this.sentThisTurn += 1;
      if (this.sentThisTurn === 1) setImmediate(() => this.nextTurn());
      send();
    }
  }

  private nextTurn(): void {
    this.sentThisTurn = 0;
    this.sendSome();
  }

  private send(sequence: number, one: Waiting, address: string): void {
    if (this.waiting.get(sequence) !== one) return;
    one.sentMs = monotonicMs();
    this.socket.send(echoRequest(this.family, sequence, one.token), ANY_PORT, address, (error) => {
      if (error) this.end(sequence, one, sendError(error, address));
    });
  }

  /** A ping that was never sent says nothing about its target. */
  private late(sequence: number, one: Waiting, address: string): void {
    const error =
      one.sentMs === Number.POSITIVE_INFINITY
        ? new ProbeError("runner_overloaded", `${address}: the runner was too busy to send this ping in time`)
        : new ProbeError("icmp_timeout", `${address}: timed out waiting for a ping reply`);
    this.end(sequence, one, error);
  }

  private end(sequence: number, one: Waiting, error: ProbeError): void {
    if (this.waiting.get(sequence) === one) this.waiting.delete(sequence);
    one.failed(error);
  }

  /** Accepts only a reply to a ping in flight, with its token, from the address it was sent to. Duplicates are ignored. */
  private receive(message: Buffer, from: string): void {
    const receivedMs = monotonicMs();
    const reply = readEchoReply(this.family, message);
    const asked = reply && this.waiting.get(reply.sequence);
    if (!asked || asked.address !== from || !asked.token.equals(reply.token)) return;
    this.waiting.delete(reply.sequence);
    asked.answered(receivedMs - asked.sentMs);
  }

  /** Fails all pings in flight: without the socket, whether they were answered is unknown. */
  private fail(error: Error): void {
    for (const [sequence, one] of this.waiting)
      this.end(
        sequence,
        one,
        new ProbeError("runner_overloaded", `the runner's ping socket failed: ${error.message}`),
      );
  }

  private freeSequence(): number | null {
    if (this.waiting.size >= SEQUENCES) return null;
    do this.sequence = (this.sequence + 1) % SEQUENCES;
    while (this.waiting.has(this.sequence));
    return this.sequence;
  }
}

/** Normalizes an address to the form that the system reports: `2001:db8:0::1` becomes `2001:db8::1`; a zone (`%eth0`) is kept. */
function asReported(address: string, family: PingFamily): string {
  if (family === 4) return address;
  const [plain = address, zone] = address.split("%");
  const { address: short } = new SocketAddress({ address: plain, family: "ipv6" });
  return zone === undefined ? short : `${short}%${zone}`;
}

/**
 * A missing route is a finding about the target. Every other error (queues, memory, this machine's firewall) is the
 * runner's own and stays inconclusive.
 */
function sendError(error: NodeJS.ErrnoException, address: string): ProbeError {
  const code = error.code ?? error.message;
  if (["EHOSTUNREACH", "ENETUNREACH"].includes(code) && lacksFamilyOf(address))
    return withoutFamily(address, address);
  if (["EHOSTUNREACH", "ENETUNREACH"].includes(code))
    return new ProbeError("icmp_unreachable", `${address}: no route to the host (${code})`);
  if (code === "ENETDOWN")
    return new ProbeError("runner_offline", `${address}: the runner's own network interface is down`);
  if (["EPERM", "EACCES", "EINVAL"].includes(code))
    return new ProbeError(
      "unsupported",
      `${address}: this machine doesn't let the runner ping this address (${code})`,
    );
  return new ProbeError("runner_overloaded", `${address}: the runner couldn't send a ping (${code})`);
}

/** Types in RFC 792 (echo 8, reply 0) and RFC 4443 §4 (128, 129). */
const TYPES = { 4: { request: 8, reply: 0 }, 6: { request: 128, reply: 129 } } as const;
const HEADER_BYTES = 8;
const SEQUENCE_AT = 6;

/** Builds an echo request that carries `token`. Checksum and identifier stay 0 because the kernel fills them in for ping sockets. */
export function echoRequest(family: PingFamily, sequence: number, token: Buffer): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + token.length);
  packet[0] = TYPES[family].request;
  packet.writeUInt16BE(sequence, SEQUENCE_AT);
  token.copy(packet, HEADER_BYTES);
  return packet;
}

/** Returns the sequence number and payload of an echo reply; null for any other packet. */
export function readEchoReply(
  family: PingFamily,
  message: Buffer,
): { readonly sequence: number; readonly token: Buffer } | null {
  if (message.length < HEADER_BYTES) return null;
  if (message[0] !== TYPES[family].reply || message[1] !== 0) return null;
  return { sequence: message.readUInt16BE(SEQUENCE_AT), token: message.subarray(HEADER_BYTES) };
}
