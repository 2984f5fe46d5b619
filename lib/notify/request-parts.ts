/** Replaces the vendor's origin in a URL by the configured one, for proxies and fake vendors in tests. */
export function viaConfigured(
  url: string,
  vendorHosts: readonly string[],
  configured: string,
  usual: string,
): string {
  const parsed = new URL(url);
  if (configured === usual || !vendorHosts.includes(parsed.host)) return url;
  return `${new URL(configured).origin}${parsed.pathname}${parsed.search}`;
}

/** Sent with every request to integrations. */
export const USER_AGENT = "Vedette/1.0 (notifications)";

/** Returns the header of HTTP Basic authentication (RFC 7617, UTF-8) for `user:password`; empty without one. */
export function basicAuthHeader(userAndPassword: unknown): Record<string, string> {
  if (typeof userAndPassword !== "string") return {};
  return { Authorization: `Basic ${Buffer.from(userAndPassword).toString("base64")}` };
}
