import http from "node:http";
import { isIP, type Socket } from "node:net";
import { inRanges, isRange, parseRanges } from "@/lib/shared/address-ranges";
import { env } from "@/lib/shared/env";
import { percentDecoded } from "@/lib/shared/text/percent-decoded";
import { ExchangeError, reasonOf } from "./exchange-error";

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
export function openTunnel(
  socket: Socket,
  authority: string,
  proxy: URL,
  signal: AbortSignal,
): Promise<Socket> {
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
