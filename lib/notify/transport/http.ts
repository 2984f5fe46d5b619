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

/** Whole exchange, from resolving to the last byte of the answer (api.md §5). */
export const EXCHANGE_TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 64 * 1024;
const HEADERS_MAX_BYTES = 16 * 1024;

/** An exchange that gave no answer. `final`: trying again can't help. */
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
}

/** What is sent; the body may be bytes. */
export type HttpRequest = Pick<HttpStep, "method" | "url" | "headers"> & {
  readonly body: string | Uint8Array;
};

export interface Exchanged extends HttpAnswer {
  /** Whether the address is one that only this installation's network reaches. */
  readonly isPrivate: boolean;
}

/**
 * Sends one request through the one dialer: the address that was checked is the one connected to, TLS is judged by the system's
 * authorities, no redirect is followed, at most 64 KiB of the answer are read. Throws ExchangeError.
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
    const answer = await request(step, url, socket, late.signal);
    return { ...answer, isPrivate: !isAllowedAddress(dialed.address, PUBLIC_ONLY) };
  } catch (error) {
    if (late.signal.aborted) throw new ExchangeError(`no whole answer within ${timeoutMs / 1000} s`, false);
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

function request(step: HttpRequest, url: URL, socket: Socket, signal: AbortSignal): Promise<HttpAnswer> {
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
    // Of a server that switches to another protocol (101) Node tells neither an error nor an answer.
    const unanswered = () => reject(new ExchangeError("the connection ended without an answer", false));
    sent.once("close", unanswered);
    sent.once("response", (response) => {
      sent.removeListener("close", unanswered);
      readBody(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: flat(response.headers), body: text }),
        reject,
      );
    });
    sent.end(body);
  });
}

/** The first 64 KiB; more is not waited for. Rejects when the answer breaks off. */
function readBody(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const done = () => resolve(Buffer.concat(chunks).subarray(0, BODY_MAX_BYTES).toString("utf8"));
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= BODY_MAX_BYTES) {
        done();
        response.destroy();
      }
    });
    response.once("end", done);
    response.once("error", reject);
    response.once("aborted", () => reject(new ExchangeError("the answer broke off", false)));
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
  // What TLS fails of is a line of its library's own source but for the reason.
  const { code, message, reason } = error as NodeJS.ErrnoException & { reason?: string };
  return WORDS[code ?? ""] ?? reason ?? message ?? "unknown error";
}
