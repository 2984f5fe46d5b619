import { isIP } from "node:net";

/** Areas that a hostname may reach. The app isn't available on a page's host. */
export type HostTarget =
  | { kind: "app" }
  | { kind: "subdomain"; name: string }
  | { kind: "domain"; name: string }
  | { kind: "unknown" };

export interface HostRules {
  /** Host of APP_URL; null while it isn't set. */
  readonly appHost: string | null;
  readonly statusPagesHost: string | null;
  /** Names of this machine, in lower case. */
  readonly machineNames: readonly string[];
}

const HOST_NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/;

/** Returns the host in lower case, without port and trailing dot; null when the Host header is missing or malformed. */
export function hostName(header: string | undefined): string | null {
  if (!header) return null;
  const bracketed = /^\[([0-9a-fA-F:.]+)\](?::\d{1,5})?$/.exec(header);
  if (bracketed?.[1]) return isIP(bracketed[1]) === 6 ? bracketed[1].toLowerCase() : null;
  const named = /^([^:]+)(?::\d{1,5})?$/.exec(header);
  const name = named?.[1]?.toLowerCase().replace(/\.$/, "");
  return name && HOST_NAME.test(name) ? name : null;
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

/**
 * Decides by the Host header. `local` means that the connection comes from this machine: the runner and health checks reach
 * the app through loopback names regardless of APP_URL. Without APP_URL an IP address reaches the app too: a stranger can
 * rebind a name to this machine, but not an address.
 */
export function hostTarget(name: string | null, rules: HostRules, local: boolean): HostTarget {
  if (name === null) return { kind: "unknown" };
  if (name === rules.appHost) return { kind: "app" };
  if (local && (isLoopback(name) || isIP(name) !== 0)) return { kind: "app" };
  if (rules.appHost === null && (isLoopback(name) || isIP(name) !== 0 || rules.machineNames.includes(name)))
    return { kind: "app" };
  if (isIP(name) !== 0) return { kind: "unknown" };
  const parent = rules.statusPagesHost;
  if (parent && name.endsWith(`.${parent}`)) {
    const label = name.slice(0, -parent.length - 1);
    return label.includes(".") ? { kind: "unknown" } : { kind: "subdomain", name: label };
  }
  return { kind: "domain", name };
}
