import http from "node:http";
import { isIP } from "node:net";
import { parseHead } from "@/lib/probes/http/head";
import { type AddressPolicy, addressRefusal, isAllowedAddress, policyFrom } from "@/lib/probes/net/policy";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { monotonicMs } from "@/lib/shared/clock";
import type { HttpAnswer, HttpStep } from "../notice";
import {
  allowedAddresses,
  connections,
  ExchangeError,
  hostOf,
  portOf,
  proxyCredentials,
  proxyFor,
  type Route,
  reasonOf,
} from "./connections";

export { ExchangeError };

/** Limit of the whole exchange, from resolving the name to the last byte of the response. */
export const EXCHANGE_TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 64 * 1024;
const HEADERS_MAX_BYTES = 256 * 1024;
const STATUS_LINE_MAX_BYTES = 1024;
/** How long the body may take after the headers of a response whose status suffices. */
const BODY_PATIENCE_MS = 5000;

export interface ExchangeOptions {
  readonly policy: AddressPolicy;
  readonly timeoutMs?: number;
  /** How much of the response is read; 64 KiB by default. */
  readonly bodyMaxBytes?: number;
  /**
   * Whether a status line is a response even if what follows is malformed, cut off, or doesn't end. Receivers that have
   * answered 2xx have taken the request, however sloppy the rest is.
   */
  readonly statusSuffices?: boolean;
}

/** The request to send. The body may be bytes. */
export type HttpRequest = Pick<HttpStep, "method" | "url" | "headers"> & {
  readonly body: string | Uint8Array;
};

export interface Exchanged extends HttpAnswer {
  /** Whether the address is private, reachable only from the server's own network. */
  readonly isPrivate: boolean;
  /** Error in the rest of the response; null if it's complete. */
  readonly incomplete: string | null;
}

/**
 * Sends one request to exactly an address that the policy checked, on a connection that is kept for a few seconds. Verifies TLS
 * with the system's authorities, follows no redirects, and reads a limited part of the response. Throws ExchangeError.
 */
export async function exchange(step: HttpRequest, options: ExchangeOptions): Promise<Exchanged> {
  const url = new URL(step.url);
  const timeoutMs = options.timeoutMs ?? EXCHANGE_TIMEOUT_MS;
  const deadlineMs = monotonicMs() + timeoutMs;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    const route = await routeTo(url, options.policy, deadlineMs, late.signal);
    return await request(step, url, route, options).catch((error: unknown) => {
      if (!isStale(error)) throw error;
      return request(step, url, route, options, "close");
    });
  } catch (error) {
    if (error instanceof ProbeError) throw new ExchangeError(error.message, error.code === "blocked_address");
    if (late.signal.aborted)
      throw new ExchangeError(`no complete response within ${timeoutMs / 1000} s`, false);
    throw error instanceof ExchangeError ? error : new ExchangeError(reasonOf(error), false);
  } finally {
    clearTimeout(timer);
  }
}

const PUBLIC_ONLY = policyFrom([]);

async function routeTo(
  url: URL,
  policy: AddressPolicy,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Route> {
  const [host, port, proxy] = [hostOf(url), portOf(url), proxyFor(url)];
  // A literal address never reaches a proxy unchecked. Where names lead is the proxy's decision.
  const addresses = proxy && isIP(host) === 0 ? [] : await allowedAddresses(host, policy, deadlineMs);
  const refusal = proxy && isIP(host) !== 0 ? addressRefusal(host, policy) : null;
  if (refusal !== null) throw new ExchangeError(refusal, true);
  const key = JSON.stringify([url.protocol, host, port, addresses, policy.open, proxy?.href]);
  return { key, protocol: url.protocol, host, port, policy, proxy, deadlineMs, signal };
}

/** The server closed a kept connection before it answered. It may have closed it before the request, so that is sent again. */
class StaleConnection extends Error {}

function isStale(error: unknown): boolean {
  return error instanceof StaleConnection;
}

function request(
  step: HttpRequest,
  url: URL,
  route: Route,
  { bodyMaxBytes = BODY_MAX_BYTES, statusSuffices = false }: ExchangeOptions,
  connection: "keep-alive" | "close" = "keep-alive",
): Promise<Exchanged> {
  // Node sends text in one write with the headers, and bytes in another.
  const { body } = step;
  // A proxy gets plain http requests with their whole URL (RFC 9112 §3.2.2).
  const isForwarded = route.proxy !== null && url.protocol === "http:";
  return new Promise((resolve, reject) => {
    const agent = connections();
    const sent = http.request({
      agent,
      route: connection === "close" ? { ...route, key: "" } : route,
      method: step.method,
      path: isForwarded ? url.href.replace(/#.*$/s, "") : `${url.pathname}${url.search}`,
      headers: {
        ...step.headers,
        ...(isForwarded && route.proxy ? proxyCredentials(route.proxy) : {}),
        Host: url.host,
        "Content-Length": Buffer.byteLength(body),
        Connection: connection,
      },
      maxHeaderSize: HEADERS_MAX_BYTES,
      insecureHTTPParser: true,
      signal: route.signal,
    } as http.RequestOptions);
    const isPrivate = () => !isAllowedAddress(agent.addressOf(sent.socket ?? {}), PUBLIC_ONLY);
    const firstLine = statusSuffices ? firstLineOf(sent) : () => null;
    const failed = (error: Error & { code?: string }) => {
      const status = firstLine();
      if (status !== null)
        return resolve({
          status,
          headers: {},
          body: "",
          isPrivate: isPrivate(),
          incomplete: reasonOf(error),
        });
      const isClosed = error.code === "ECONNRESET" || error.code === "EPIPE";
      reject(sent.reusedSocket && isClosed && !route.signal.aborted ? new StaleConnection() : error);
    };
    sent.once("error", failed);
    // When a server switches protocols (101), Node emits neither an error nor a response.
    const closed = () => failed(new ExchangeError("the connection closed without a response", false));
    sent.once("close", closed);
    sent.once("response", (response) => {
      sent.removeListener("close", closed);
      const status = response.statusCode ?? 0;
      const done = { status, headers: flat(response.headers), isPrivate: isPrivate() };
      readBody(response, bodyMaxBytes, statusSuffices).then((read) => resolve({ ...done, ...read }), reject);
    });
    sent.end(body);
  });
}

/** Watches a response's first line. Returns a function that returns its final status, or null if there is none. */
function firstLineOf(sent: http.ClientRequest): () => number | null {
  let line = "";
  sent.once("socket", (socket) => {
    const read = (chunk: Buffer) => {
      line += chunk.toString("latin1", 0, STATUS_LINE_MAX_BYTES);
      if (line.includes("\n") || line.length > STATUS_LINE_MAX_BYTES) socket.removeListener("data", read);
    };
    socket.prependListener("data", read);
    sent.once("close", () => socket.removeListener("data", read));
  });
  return () => {
    const end = line.indexOf("\n");
    const status = end === -1 ? null : statusOf(line.slice(0, end).trim());
    return status === null || status < 200 ? null : status;
  };
}

/** Reads a status line as tolerantly as checks do. Returns null if it isn't one. */
function statusOf(line: string): number | null {
  const head = Buffer.from(`${line}\r\n\r\n`, "latin1");
  try {
    return parseHead(head, head.length).statusCode;
  } catch {
    return null;
  }
}

type ReadBody = Pick<Exchanged, "body" | "incomplete">;

/** Reads the first `maxBytes` and doesn't wait for more. Rejects when the response is cut off, unless its status suffices. */
function readBody(
  response: http.IncomingMessage,
  maxBytes: number,
  statusSuffices: boolean,
): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const done = (incomplete: string | null) => {
      clearTimeout(patience);
      resolve({ body: Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8"), incomplete });
    };
    const failed = (error: Error) => (statusSuffices ? done(reasonOf(error)) : reject(error));
    const tooSlow = () => {
      done(`the response didn't end within ${BODY_PATIENCE_MS / 1000} s after its headers`);
      response.destroy();
    };
    const patience = statusSuffices ? setTimeout(tooSlow, BODY_PATIENCE_MS) : undefined;
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) {
        done(null);
        response.destroy();
      }
    });
    response.once("end", () => done(null));
    response.once("error", failed);
    response.once("aborted", () => failed(new ExchangeError("the response was cut off", false)));
  });
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
}
