import type { Socket } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import { connectTo, recordSecured, type Server } from "./connection";
import type { Dialed } from "./net/dial";
import { ProbeError } from "./net/probe-error";
import { type Finding, findingOf, type Probe, type ProbeContext, warn } from "./probe";
import { Handshake } from "./tls/tls";

/** The protocols whose error codes come from `exchangeErrors`. */
export type Talking =
  | "tls"
  | "smtp"
  | "imap"
  | "pop3"
  | "ssh"
  | "redis"
  | "postgres"
  | "mysql"
  | "mongodb"
  | "mqtt"
  | "websocket"
  | "grpc";
type Failure = "timeout" | "closed" | "malformed" | "rejected";

/** Settings of a request that concern the connection. */
export interface TalkRequest {
  readonly host?: string;
  readonly port?: string;
  /** TLS begins with the connection if this is `tls`. */
  readonly connection?: string;
  readonly tls_skip_verify?: boolean;
  readonly password?: string | null;
  readonly message?: string | null;
  readonly headers?: readonly { readonly value: string }[] | null;
  readonly server_name?: string | null;
}

interface TalkOptions<Request> {
  /** Protocols to offer in ALPN's wire format. */
  readonly speaks?: Uint8Array;
  /** Returns the address to connect to, unless the request has a host, a port, and a connection. */
  readonly serverOf?: (request: Request) => Pick<Server, "host" | "port" | "isTls">;
}

/** Connects without TLS, for protocols that ask for it first. */
export const plainFirst = (request: TalkRequest) => ({ ...usualServer(request), isTls: false });

function usualServer({ host = "", port, connection }: TalkRequest) {
  return { host, port: Number(port), isTls: connection === "tls" };
}

/** More than any reply to a check, but not enough to fill the memory. */
const RECEIVED_BYTES_MAX = 262_144;
const SHOWN_CHARS_MAX = 200;
const SECRET_CHARS_MIN = 4;

/** A connection that a probe writes to and reads lines or bytes from, until the check's deadline. */
export class Conversation {
  /** Sent before closing, so that the server doesn't log a lost connection. */
  farewell: string | Uint8Array = "";
  private socket: Socket;
  private received = Buffer.alloc(0);
  private receivedBytes = 0;
  private failure: ProbeError | null = null;
  private wake = () => {};
  private readonly secrets: string[] = [];
  private sinceMs = monotonicMs();

  private constructor(
    private readonly name: Talking,
    private readonly server: Server,
    private readonly request: TalkRequest,
    private readonly context: ProbeContext,
    readonly finding: Finding,
    private dialed: Dialed,
  ) {
    this.socket = dialed.socket;
    const { password, message, headers } = request;
    this.secrets.push(...[password, message].flatMap((each) => each ?? []));
    this.secrets.push(...(headers ?? []).map(({ value }) => value));
    this.listen();
  }

  static async open<Request extends TalkRequest>(
    name: Talking,
    context: ProbeContext<Request>,
    finding: Finding,
    { speaks, serverOf = usualServer }: TalkOptions<Request>,
  ): Promise<Conversation> {
    const { request } = context.config;
    const { host, port, isTls } = serverOf(request);
    const target = { host, port, isTls, isLax: request.tls_skip_verify === true, speaks };
    const dialed = await connectTo(context, finding, {
      ...target,
      serverName: request.server_name ?? undefined,
    });
    return new Conversation(name, target, request, context, finding, dialed);
  }

  /** The runner's own address on this connection. */
  get localAddress(): string {
    return this.socket.localAddress ?? "127.0.0.1";
  }

  write(data: string | Uint8Array): void {
    if (!this.socket.destroyed) this.socket.write(data);
  }

  /** Writes a line that errors must not repeat, even if the server sends it back. */
  writeSecret(line: string): void {
    this.secrets.push(...line.trim().split(" ").slice(-1));
    this.write(line);
  }

  /** Reads a line, returned without its line break. */
  async line(): Promise<string> {
    const bytes = await this.take((received) => received.indexOf("\n") + 1 || null);
    return bytes.toString("utf8").replace(/\r?\n$/, "");
  }

  /** Reads a line of the protocol. Others are skipped with a warning, as in curl, unless nothing better follows. */
  async lineLike(pattern: RegExp, wanted: string): Promise<string> {
    let odd: string | null = null;
    for (;;) {
      const line = await this.line().catch((error: unknown) => {
        throw odd === null ? error : this.malformed(odd, wanted);
      });
      if (pattern.test(line)) return line;
      if (odd === null) warn(this.finding, `a line of the server isn't one of ${wanted}`);
      odd ??= line;
    }
  }

  /** Reads as many bytes. */
  bytes(count: number): Promise<Buffer> {
    return this.take(() => count);
  }

  /** Reads as many bytes as `sizeOf` returns, which is asked again as more arrive while it returns null. */
  async take(sizeOf: (received: Buffer) => number | null): Promise<Buffer> {
    for (;;) {
      const size = sizeOf(this.received);
      if (size !== null && size <= this.received.length) {
        const taken = this.received.subarray(0, size);
        this.received = this.received.subarray(size);
        return taken;
      }
      if (this.failure) throw this.failure;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** Performs a TLS handshake over the open connection. Throws ProbeError. */
  async startTls(): Promise<void> {
    const { host, port, isLax } = this.server;
    const plain = this.release();
    // What came before the handshake isn't protected by it (CVE-2011-0411).
    this.received = Buffer.alloc(0);
    const handshake = new Handshake({ host: this.request.server_name ?? host, port });
    const dialed = { ...this.dialed, connectedMs: monotonicMs() };
    this.dialed = { ...dialed, socket: handshake.open(dialed.address, plain) };
    this.socket = this.dialed.socket;
    // Stays, because a later error between two steps must not end the process.
    this.socket.on("error", () => {});
    const secured = await handshake.done(this.dialed, this.context.deadline);
    recordSecured(this.context, this.finding, secured, isLax);
    this.listen();
  }

  /** Waits for something else that uses the socket. Its failures become errors of this protocol. */
  async outside<Result>(work: Promise<Result>): Promise<Result> {
    const late = new Promise<never>((_, reject) => {
      this.context.deadline.watch(() => reject(this.error("timeout", "the server didn't reply in time")));
    });
    try {
      const result = await Promise.race([work, late]);
      this.noteFirstByte();
      return result;
    } catch (error) {
      if (error instanceof ProbeError) throw error;
      const { message, code = "", severity } = error as NodeJS.ErrnoException & { severity?: string };
      if (code.startsWith("ERR_HTTP2")) throw this.malformed(message, "an HTTP/2 server");
      throw severity || !this.socket.destroyed ? this.rejected(message) : this.error("closed", message);
    }
  }

  /** Stops reading, and returns the socket for something else that reads from it. */
  release(): Socket {
    for (const [event, listener] of Object.entries(this.listeners)) this.socket.off(event, listener);
    return this.socket;
  }

  /** Returns a failure of this protocol. */
  error(failure: Failure, text: string): ProbeError {
    return new ProbeError(`${this.name}_${failure}`, this.withoutSecrets(text));
  }

  /** Returns a text of the server without the request's secrets, which it may have sent back. */
  withoutSecrets(text: string): string {
    return this.secrets
      .filter(({ length }) => length >= SECRET_CHARS_MIN)
      .reduce((shown, secret) => shown.replaceAll(secret, "…"), text);
  }

  /** Returns the error of a reply that says no. */
  rejected(reply: string): ProbeError {
    return this.error("rejected", `the server refused (${quoted(reply)})`);
  }

  /** Returns the error of a reply in another protocol. */
  malformed(reply: string | Buffer, wanted: string): ProbeError {
    const shown = typeof reply === "string" ? quoted(reply) : reply.subarray(0, 20).toString("hex");
    return this.error("malformed", `the server doesn't reply as ${wanted} does (it sent ${shown})`);
  }

  /** Says goodbye, and closes the connection. */
  close(): void {
    this.release();
    if (this.farewell !== "" && !this.socket.destroyed) this.socket.end(this.farewell);
    this.socket.destroySoon();
  }

  private readonly listeners = {
    data: (chunk: Buffer) => {
      this.receivedBytes += chunk.length;
      this.noteFirstByte();
      if (this.receivedBytes > RECEIVED_BYTES_MAX)
        this.stop(this.error("malformed", "the server sent too much"));
      else this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    },
    end: () => this.stop(this.error("closed", "the server closed the connection before it replied")),
    close: () => this.stop(this.error("closed", "the connection was closed before the server replied")),
    error: ({ code }: NodeJS.ErrnoException) =>
      this.stop(
        this.error("closed", `the connection broke before the server replied (${code ?? "unknown"})`),
      ),
  };

  private listen(): void {
    this.sinceMs = monotonicMs();
    for (const [event, listener] of Object.entries(this.listeners)) this.socket.on(event, listener);
    this.context.deadline.watch(() => this.stop(this.error("timeout", "the server didn't reply in time")));
  }

  private noteFirstByte(): void {
    if (this.finding.timings.first_byte !== null) return;
    const tookUs = Math.round((monotonicMs() - this.sinceMs) * 1000);
    this.finding.timings.first_byte = tookUs;
    this.context.onPhase?.("first_byte", tookUs, null);
  }

  private stop(error: ProbeError): void {
    this.failure ??= error;
    this.wake();
  }
}

function quoted(reply: string): string {
  return JSON.stringify(reply.slice(0, SHOWN_CHARS_MAX));
}

/** Returns a probe that connects and is up once `talk` has returned. */
export function talking<Request extends TalkRequest>(
  name: Talking,
  talk: (conversation: Conversation, request: Request, context: ProbeContext<Request>) => Promise<void>,
  options: TalkOptions<Request> = {},
): Probe<Request> {
  return (context) =>
    findingOf(async (finding) => {
      const conversation = await Conversation.open(name, context, finding, options);
      try {
        await talk(conversation, context.config.request, context);
      } finally {
        conversation.close();
      }
    });
}
