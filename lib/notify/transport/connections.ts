import http from "node:http";
import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import { dial } from "@/lib/probes/net/dial";
import { type AddressPolicy, isAllowedAddress, policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { inRanges, isRange, parseRanges } from "@/lib/shared/address-ranges";
import { env } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";
import { percentDecoded } from "@/lib/shared/text/percent-decoded";

/** Idle connections are closed after this time, before servers close them. Five seconds are usual. */
const IDLE_MS = 4000;
const IDLE_MAX = 64;

/** Where a connection must lead. */
export interface Route {
  /** Names the host and the allowed addresses that it has now. Only connections with the same key are used again. */
  readonly key: string;
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  readonly policy: AddressPolicy;
  /** The forward proxy through which it leads; null connects directly. */
  readonly proxy: URL | null;
  /** Monotonic time by which everything must end. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

type Callback = (error: Error | null, socket?: Duplex) => void;

/**
 * Opens connections through the shared dialer, which connects to exactly the address that the policy checked, and keeps them for
 * requests with the same host and the same addresses.
 */
class PinnedAgent extends http.Agent {
  readonly #addresses = new WeakMap<object, string>();

  constructor() {
    super({ keepAlive: true, maxFreeSockets: IDLE_MAX, timeout: IDLE_MS });
  }

  override getName(options?: object): string {
    return routeIn(options).key;
  }

  override createConnection(
    options: object,
    onConnection?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const done = onConnection as Callback | undefined;
    this.#open(routeIn(options)).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error),
    );
  }

  /** Returns the address that a connection of this agent leads to. */
  addressOf(socket: object): string {
    return this.#addresses.get(socket) ?? "";
  }

  async #open(route: Route): Promise<Socket> {
    if (route.proxy) return throughProxy(route, route.proxy);
    const dialed = await dial({ ...route, resolver: resolver() });
    const socket = route.protocol === "https:" ? await secured(dialed.socket, route) : dialed.socket;
    this.#addresses.set(socket, dialed.address);
    return socket;
  }
}

const ANY_ADDRESS = policyFrom(["0.0.0.0/0", "::/0"]);

/** Connects to the proxy, and for https through it. The proxy resolves the name and decides where it may lead. */
async function throughProxy(route: Route, proxy: URL): Promise<Socket> {
  const host = hostOf(proxy);
  const port = portOf(proxy);
  const { socket } = await dial({ ...route, host, port, policy: ANY_ADDRESS, resolver: resolver() });
  const toProxy = proxy.protocol === "https:" ? await secured(socket, { ...route, host }) : socket;
  if (route.protocol === "http:") return toProxy;
  const authority = `${isIP(route.host) === 6 ? `[${route.host}]` : route.host}:${route.port}`;
  return secured(await openTunnel(toProxy, authority, proxy, route.signal), route);
}

/** Returns a URL's host without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === "https:" ? 443 : 80));
}

function routeIn(options: object = {}): Route {
  return (options as { route: Route }).route;
}

export function connections(): PinnedAgent {
  return once("notify.connections", () => new PinnedAgent());
}

function resolver(): NameResolver {
  return once("notify.resolver", () => new NameResolver());
}

/** Resolves a host and returns the addresses that the policy allows, in a stable order. Throws ProbeError. */
export async function allowedAddresses(
  host: string,
  policy: AddressPolicy,
  deadlineMs: number,
): Promise<string[]> {
  const answers = resolver().knownAddressesOf(host) ?? (await resolver().addressesOf(host, deadlineMs));
  return answers.filter((address) => isAllowedAddress(address, policy)).sort();
}

/** Verifies the certificate with the system's authorities. */
function secured(socket: Socket, { host, signal }: Pick<Route, "host" | "signal">): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const isAddress = /^[\d.]+$|:/.test(host);
    const over = tls.connect({
      socket,
      host,
      ...(isAddress ? {} : { servername: host }),
      ALPNProtocols: ["http/1.1"],
      minVersion: "TLSv1.2",
    });
    const abort = () => over.destroy(new Error("too late"));
    signal.addEventListener("abort", abort, { once: true });
    over.once("secureConnect", () => {
      signal.removeEventListener("abort", abort);
      resolve(over);
    });
    over.once("error", (error) => reject(new ExchangeError(`TLS: ${reasonOf(error)}`, false)));
  });
}

const LOOPBACK = parseRanges(["127.0.0.0/8", "::1"]);

/**
 * Returns the forward proxy for requests to a URL, from HTTPS_PROXY, HTTP_PROXY, and NO_PROXY. Null sends them directly, which is
 * always the case for this machine.
 */
export function proxyFor(url: URL): URL | null {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY } = env();
  const proxy = url.protocol === "https:" ? HTTPS_PROXY : HTTP_PROXY;
  if (!proxy) return null;
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const isOwn = host === "localhost" || host.endsWith(".localhost") || inRanges(host, LOOPBACK);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return isOwn || NO_PROXY.some((entry) => isExempt(host, port, entry.toLowerCase())) ? null : new URL(proxy);
}

/** Understands `*`, a domain with or without a leading dot, an IP address, a range, and a port after a domain or IPv4 address. */
function isExempt(host: string, port: string, entry: string): boolean {
  if (entry === "*") return true;
  if (isIP(host) !== 0 && isRange(entry)) return inRanges(host, parseRanges([entry]));
  const [, name = entry, onlyPort] = /^(.*[^:]):(\d{1,5})$/.exec(entry) ?? [];
  const domain = name.replace(/^\*?\./, "");
  const isNamed = host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));
  return isNamed && (onlyPort === undefined || onlyPort === port);
}

/** Returns the header that authenticates with the proxy; empty if its URL names no user. */
export function proxyCredentials({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const plain = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { "Proxy-Authorization": `Basic ${Buffer.from(plain).toString("base64")}` };
}

/**
 * Asks the proxy at the other end of a socket to connect it to `authority`, a host with a port (RFC 9110 §9.3.6). Throws
 * ExchangeError if the proxy refuses.
 */
function openTunnel(socket: Socket, authority: string, proxy: URL, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) => {
      socket.destroy();
      reject(new ExchangeError(`the proxy ${proxy.host} ${why}`, false));
    };
    const request = http.request({
      method: "CONNECT",
      path: authority,
      headers: { Host: authority, ...proxyCredentials(proxy) },
      createConnection: () => socket,
      signal,
    });
    request.once("connect", ({ statusCode = 0 }) => {
      if (statusCode >= 200 && statusCode < 300) resolve(socket);
      else failed(`refused to connect to ${authority}: it returned ${statusCode}`);
    });
    request.once("response", ({ statusCode }) => failed(`returned ${statusCode}`));
    request.once("error", (error) => failed(`failed: ${reasonOf(error)}`));
    request.end();
  });
}

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

const WORDS: Record<string, string> = {
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while sending",
  ECONNREFUSED: "the connection was refused",
};

export function reasonOf(error: unknown): string {
  // The message of a TLS error is a line of OpenSSL's source; only `reason` is readable.
  const { code, message, reason } = error as NodeJS.ErrnoException & { reason?: string };
  return WORDS[code ?? ""] ?? reason ?? message ?? "unknown error";
}
