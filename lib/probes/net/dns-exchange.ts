import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { connect, isIPv6, type Socket as TcpSocket } from "node:net";
import { type DnsReply, decodeReply } from "./dns-message";
import { isResourceExhausted } from "./resource-exhausted";

const PORT = 53;
const LENGTH_BYTES = 2;

/**
 * Asks one name server one question. A repeated query uses the same socket and port, and the first answer counts no
 * matter how late it arrives. A truncated answer is fetched again over TCP (RFC 7766); if that fails, the truncated
 * one counts.
 */
export class DnsExchange {
  private readonly host: string;
  private readonly port: number;
  private udp: UdpSocket | null = null;
  private tcp: TcpSocket | null = null;
  private isOver = false;

  /** `onReply` receives every answer; `onError` receives why none can arrive (`ECONNREFUSED`, or what this machine lacks). */
  constructor(
    server: string,
    private readonly query: Buffer,
    private readonly onReply: (reply: DnsReply) => void,
    private readonly onError: (code: string) => void,
  ) {
    [this.host, this.port] = placeOf(server);
  }

  send(): void {
    if (this.tcp || this.isOver) return;
    if (this.udp === null) this.open();
    else this.transmit(this.udp);
  }

  end(): void {
    this.isOver = true;
    this.tcp?.destroy();
    this.closeUdp();
  }

  /** A connected socket only accepts datagrams from this server's address and port. */
  private open(): void {
    const udp = createSocket(isIPv6(this.host.replace(/%.*/, "")) ? "udp6" : "udp4");
    this.udp = udp;
    udp.on("error", (error) => this.failed(udp, error));
    udp.on("message", (message) => {
      const reply = decodeReply(message, this.query);
      if (reply?.isTruncated) this.overTcp(reply);
      else if (reply) this.onReply(reply);
    });
    udp.once("connect", () => this.transmit(udp));
    try {
      udp.connect(this.port, this.host);
    } catch (error) {
      // Never while the query is still being sent.
      process.nextTick(() => this.failed(udp, error as NodeJS.ErrnoException));
    }
  }

  private transmit(udp: UdpSocket): void {
    if (this.udp !== udp) return;
    try {
      udp.send(this.query, (error) => error && this.failed(udp, error));
    } catch {
      // The repeated query came before the socket was connected; the first one is still being sent.
    }
  }

  private failed(udp: UdpSocket, error: NodeJS.ErrnoException): void {
    if (this.udp !== udp || this.isOver) return;
    this.closeUdp();
    this.onError(isResourceExhausted(error.code) ? String(error.code) : "ECONNREFUSED");
  }

  private closeUdp(): void {
    const { udp } = this;
    this.udp = null;
    try {
      udp?.close();
    } catch {
      // The socket was never open.
    }
  }

  private overTcp(truncated: DnsReply): void {
    if (this.tcp) return;
    const message = new FramedMessage();
    const tcp = connect({ host: this.host, port: this.port });
    this.tcp = tcp;
    // An error is always followed by `close`.
    tcp.on("error", () => undefined);
    tcp.once("connect", () => tcp.write(framed(this.query)));
    tcp.on("data", (part) => {
      const whole = message.push(part);
      if (whole === null) return;
      this.tcp = null;
      tcp.destroy();
      if (!this.isOver) this.onReply(this.wholeReply(whole) ?? truncated);
    });
    tcp.once("close", () => {
      if (this.tcp !== tcp) return;
      this.tcp = null;
      if (!this.isOver) this.onReply(truncated);
    });
  }

  /** Records that arrived over TCP aren't truncated, even if a server copies the flag. */
  private wholeReply(message: Buffer): DnsReply | null {
    const reply = decodeReply(message, this.query);
    return reply && { ...reply, isTruncated: reply.isTruncated && reply.records.length === 0 };
  }
}

/** Prefixes a message with its length in two bytes (RFC 1035 §4.2.2). */
function framed(query: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(query.length);
  return Buffer.concat([length, query]);
}

/** Collects a message that arrives with its length in front, in time linear to its size however small the parts are. */
class FramedMessage {
  private readonly parts: Buffer[] = [];
  private size = 0;
  private end: number | null = null;

  /** Returns the message once it's complete. */
  push(part: Buffer): Buffer | null {
    this.parts.push(part);
    this.size += part.length;
    if (this.size < LENGTH_BYTES) return null;
    this.end ??= LENGTH_BYTES + Buffer.concat(this.parts).readUInt16BE(0);
    return this.size < this.end ? null : Buffer.concat(this.parts).subarray(LENGTH_BYTES, this.end);
  }
}

/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1`, `[2001:db8::1]:5353`. */
function placeOf(server: string): [string, number] {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? [];
  return [six ?? four ?? server, port ? Number(port) : PORT];
}
