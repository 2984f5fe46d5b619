/** Returns the host, without brackets, and the port of `host:port`, also of an IPv6 address, with or without a path behind. */
export function hostAndPort(text: string): { host: string; port?: string } {
  const place = text.replace(/[/?#].*$/s, "").trim();
  const [, bracketed, port] = /^\[([^\]]*)\](?::(\d+))?$/.exec(place) ?? [];
  if (bracketed !== undefined) return { host: bracketed, ...(port && { port }) };
  const [host = "", plainPort, ...more] = place.split(":");
  // More than one colon: an IPv6 address, which has no port without brackets.
  if (more.length > 0) return { host: place };
  return { host, ...(plainPort && { port: plainPort }) };
}

/** Returns the host and port of a URL, or of a host with an optional port. */
export function targetHost(text: string): { host: string; port?: string } {
  const rest = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  return hostAndPort(rest.replace(/^[^/?#@]*@/, ""));
}
