/** Returns the header of HTTP Basic authentication (RFC 7617, UTF-8) for `user:password`; empty without one. */
export function basicAuthHeader(userAndPassword: unknown): Record<string, string> {
  if (typeof userAndPassword !== "string") return {};
  return { Authorization: `Basic ${Buffer.from(userAndPassword).toString("base64")}` };
}
