import { unauthenticated } from "@/lib/contract/core/errors";
import type { ApiRequest } from "@/lib/http/request";
import { appUrl, env } from "@/lib/shared/env";
import { equalSecret } from "@/lib/shared/secret";
import type { MetricsReach } from "@/lib/store/reports/metrics";
import { bearerToken, sessionCaller } from "./authenticate";
import { reachOf } from "./project-of-request";

const LOOPBACK = ["127.0.0.1", "::1"];
const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
/** Begins the User-Agent of checks and notifications, which users can extend but not replace. */
const OWN_AGENT = /^Vedette\b/;
/** Headers added by proxies. Their presence proves a proxy, but their absence proves nothing. */
const PROXY_HEADERS = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Returns which monitors a scrape may see: all with METRICS_TOKEN or from this machine, the user's own with a session, otherwise
 * none. Throws 401 if METRICS_TOKEN is set and the request has neither it nor a session.
 */
export async function metricsReach(request: ApiRequest): Promise<MetricsReach> {
  const { METRICS_TOKEN: token } = env();
  const sent = bearerToken(request.headers("authorization"));
  if (token !== undefined && sent !== null && equalSecret(sent, token)) return "all";
  const caller = sent === null ? await sessionCaller(request.headers("cookie")) : null;
  if (caller) return reachOf(caller);
  if (token !== undefined) throw unauthenticated();
  return isLocal(request) ? "all" : "none";
}

/**
 * Returns whether the scraper runs on this machine. Behind a local proxy every client appears local, so nothing may indicate a
 * proxy: neither the configuration, nor a header, nor a Host by which other machines reach this one. A check of this server doesn't
 * count, because the member who set it up sees the response.
 */
function isLocal(request: ApiRequest): boolean {
  const isFronted = env().TRUSTED_PROXIES.length > 0 || !LOOPBACK_HOSTS.includes(new URL(appUrl()).hostname);
  const isProxied = PROXY_HEADERS.some((name) => request.headers(name) !== undefined);
  const isOwn = OWN_AGENT.test(request.headers("user-agent") ?? "");
  const asked = URL.parse(`http://${request.headers("host")}`)?.hostname ?? "";
  return (
    !isFronted &&
    !isProxied &&
    !isOwn &&
    LOOPBACK_HOSTS.includes(asked) &&
    LOOPBACK.includes(request.remoteAddress)
  );
}
