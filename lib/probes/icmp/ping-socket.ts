import { randomBytes } from "node:crypto";
import type { Socket } from "node:dgram";
import { SocketAddress } from "node:net";
import { lacksFamilyOf } from "@/lib/probes/net/address-family";
import { ProbeError, withoutFamily } from "@/lib/probes/net/probe-error";
import { monotonicMs } from "@/lib/shared/clock";
import type { PingFamily } from "./ping-fd";
import { echoRequest, readEchoReply } from "./ping-packet";

/** Sequence numbers are 16 bits: as many pings may be under way in one family. */
const SEQUENCES = 65_536;
/** Ping sockets have no ports, but dgram wants one. */
const ANY_PORT = 1;
const TOKEN_BYTES = 16;
/**
 * Pings a turn of the event loop. libuv reads some 32 datagrams a turn, and a kernel's usual receive buffer (208 KiB) holds under 300
 * small ones: answers from near by to a burst without turns between would be dropped.
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
 * Pings by an unprivileged ICMP socket (Linux: socket(2) with SOCK_DGRAM and IPPROTO_ICMP, open to the groups in
 * `net.ipv4.ping_group_range`): one socket a family for all pings. An answer counts by its sequence number, its address and a random
 * token that no other ping carries, so neither a late one nor another target's can be taken for it. The kernel writes checksum and
 * identifier, and delivers only replies to what this socket sent. What routers answer ("unreachable") it keeps to itself: such a
 * ping is one without an answer.
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
   * Round trip in milliseconds. `within` is told what to do when the time is over. Throws ProbeError `icmp_timeout`,
   * `icmp_unreachable` when this machine has no way there, `runner_overloaded` or `unsupported` when it can't send.
   */
  ping(address: string, within: (onLate: () => void) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      const sequence = this.freeSequence();
      if (sequence === null)
        return reject(new ProbeError("runner_overloaded", `the runner waits for ${SEQUENCES} pings already`));
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
        ? new ProbeError(
            "runner_overloaded",
            `${address}: the runner did not get to sending this ping in time`,
          )
        : new ProbeError("icmp_timeout", `${address}: no answer to a ping in time`);
    this.end(sequence, one, error);
  }

  private end(sequence: number, one: Waiting, error: ProbeError): void {
    if (this.waiting.get(sequence) === one) this.waiting.delete(sequence);
    one.failed(error);
  }

  /** Only a reply to a ping under way, with its token, from the address that was asked; a second one finds nobody waiting. */
  private receive(message: Buffer, from: string): void {
    const receivedMs = monotonicMs();
    const reply = readEchoReply(this.family, message);
    const asked = reply && this.waiting.get(reply.sequence);
    if (!asked || asked.address !== from || !asked.token.equals(reply.token)) return;
    this.waiting.delete(reply.sequence);
    asked.answered(receivedMs - asked.sentMs);
  }

  /** The socket is gone: nobody can say whether the pings under way were answered. */
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

/** As the system reports a sender: `2001:db8:0::1` and `2001:db8::1` are one; a zone (`%eth0`) stays as it is. */
function asReported(address: string, family: PingFamily): string {
  if (family === 4) return address;
  const [plain = address, zone] = address.split("%");
  const { address: short } = new SocketAddress({ address: plain, family: "ipv6" });
  return zone === undefined ? short : `${short}%${zone}`;
}

/** No way to an address is a finding; all else (queues, memory, this machine's own firewall) is ours and judges nobody (F28). */
function sendError(error: NodeJS.ErrnoException, address: string): ProbeError {
  const code = error.code ?? error.message;
  if (["EHOSTUNREACH", "ENETUNREACH"].includes(code) && lacksFamilyOf(address))
    return withoutFamily(address, address);
  if (["EHOSTUNREACH", "ENETUNREACH"].includes(code))
    return new ProbeError("icmp_unreachable", `${address}: there is no way to it (${code})`);
  if (code === "ENETDOWN")
    return new ProbeError("runner_offline", `${address}: the runner's own network interface is down`);
  if (["EPERM", "EACCES", "EINVAL"].includes(code))
    return new ProbeError(
      "unsupported",
      `${address}: this machine lets the runner send no ping there (${code})`,
    );
  return new ProbeError("runner_overloaded", `${address}: the runner could not send a ping (${code})`);
}
