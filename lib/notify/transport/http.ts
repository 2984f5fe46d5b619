import http from "node:http";
import type { Socket } from "node:net";
import tls from "node:tls";
import { type Dialed, dial } from "@/lib/probes/net/dial";
import { type AddressPolicy, isAllowedAddress, policyFrom } from "@/lib/probes/net/policy";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { NameResolver } from "@/lib/probes/net/resolver";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import type { HttpAnswer, HttpStep } from "../notice";

/** Limit of the whole exchange, from resolving the name to the last byte of the response. */
export const EXCHANGE_TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 64 * 1024;
const HEADERS_MAX_BYTES = 16 * 1024;

/** An exchange without a response. `final`: a retry can't help. */
export class ExchangeError extends Error {
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message);
    this.name = "ExchangeError";
  }
}

export interface ExchangeOptions {
  readonly policy: AddressPolicy;
  readonly timeoutMs?: number;
  /** How much of the response is read; 64 KiB by default. */
  readonly bodyMaxBytes?: number;
}

/** The request to send. The body may be bytes. */
export type HttpRequest = Pick<HttpStep, "method" | "url" | "headers"> & {
  readonly body: string | Uint8Array;
};

export interface Exchanged extends HttpAnswer {
  /** Whether the address is private, reachable only from the server's own network. */
  readonly isPrivate: boolean;
}

/**
 * Sends one request through the shared dialer, which connects to exactly the address that the policy checked. Verifies TLS with the
 * system's authorities, follows no redirects, and reads a limited part of the response. Throws ExchangeError.
 */
export async function exchange(step: HttpRequest, options: ExchangeOptions): Promise<Exchanged> {
  const url = new URL(step.url);
  const timeoutMs = options.timeoutMs ?? EXCHANGE_TIMEOUT_MS;
  const deadlineMs = monotonicMs() + timeoutMs;
  const dialed = await dialTo(url, options.policy, deadlineMs);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.max(0, deadlineMs - monotonicMs()));
  try {
    const socket = url.protocol === "https:" ? await secured(dialed.socket, url, late.signal) : dialed.socket;
    const answer = await request(step, url, socket, late.signal, options.bodyMaxBytes);
    return { ...answer, isPrivate: !isAllowedAddress(dialed.address, PUBLIC_ONLY) };
  } catch (error) {
    if (late.signal.aborted)
      throw new ExchangeError(`no complete response within ${timeoutMs / 1000} s`, false);
    throw error instanceof ExchangeError ? error : new ExchangeError(reasonOf(error), false);
  } finally {
    clearTimeout(timer);
    dialed.socket.destroy();
  }
}

const PUBLIC_ONLY = policyFrom([]);

async function dialTo(url: URL, policy: AddressPolicy, deadlineMs: number): Promise<Dialed> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const resolver = once("notify.resolver", () => new NameResolver());
  try {
    return await dial({ host, port, policy, resolver, deadlineMs });
  } catch (error) {
    if (error instanceof ProbeError) throw new ExchangeError(error.message, error.code === "blocked_address");
    throw new ExchangeError(reasonOf(error), false);
  }
}

function secured(socket: Socket, url: URL, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const isAddress = /^[\d.]+$|:/.test(host);
    const over = tls.connect({
      socket,
      host,
      ...(isAddress ? {} : { servername: host }),
      ALPNProtocols: ["http/1.1"],
      minVersion: "TLSv1.2",
    });
    signal.addEventListener("abort", () => over.destroy(new Error("too late")), { once: true });
    over.once("secureConnect", () => resolve(over));
    over.once("error", (error) => reject(new ExchangeError(`TLS: ${reasonOf(error)}`, false)));
  });
}

function request(
  step: HttpRequest,
  url: URL,
  socket: Socket,
  signal: AbortSignal,
  bodyMaxBytes = BODY_MAX_BYTES,
): Promise<HttpAnswer> {
  const body = Buffer.from(step.body);
  return new Promise((resolve, reject) => {
    const sent = http.request({
      createConnection: () => socket,
      method: step.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...step.headers, Host: url.host, "Content-Length": body.length, Connection: "close" },
      maxHeaderSize: HEADERS_MAX_BYTES,
      signal,
    });
    sent.once("error", reject);
    // When a server switches protocols (101), Node emits neither an error nor a response.
    const unanswered = () => reject(new ExchangeError("the connection closed without a response", false));
    sent.once("close", unanswered);
    sent.once("response", (response) => {
      sent.removeListener("close", unanswered);
      readBody(response, bodyMaxBytes).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: flat(response.headers), body: text }),
        reject,
      );
    });
    sent.end(body);
  });
}

/** Reads the first `maxBytes` and doesn't wait for more. Rejects when the response is cut off. */
function readBody(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const done = () => resolve(Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8"));
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) {
        done();
        response.destroy();
      }
    });
    response.once("end", done);
    response.once("error", reject);
    response.once("aborted", () => reject(new ExchangeError("the response was cut off", false)));
  });
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
}

const WORDS: Record<string, string> = {
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while sending",
  ECONNREFUSED: "the connection was refused",
};

function reasonOf(error: unknown): string {
  // The message of a TLS error is a line of OpenSSL's source; only `reason` is readable.
  const { code, message, reason } = error as NodeJS.ErrnoException & { reason?: string };
  return WORDS[code ?? ""] ?? reason ?? message ?? "unknown error";
}
