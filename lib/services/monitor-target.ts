import type { CreateMonitor } from "@/lib/contract/monitor-input";

/** The address that the target names literally, in any spelling (`0x7f.1`, `[::1]`); null for a name. */
export function literalAddress(input: Pick<CreateMonitor, "protocol" | "request">): string | null {
  const url = "url" in input.request ? input.request.url : `http://${bracketed(input.request.host)}/`;
  const host = URL.parse(url)?.hostname ?? "";
  if (host.startsWith("[")) return host.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host : null;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

export function requireAllowedTarget(input: CreateMonitor): void {
  literalAddress(input);
}
