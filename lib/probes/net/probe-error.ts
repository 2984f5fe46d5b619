import { isIPv6 } from "node:net";
import type { ErrorCode } from "@/lib/contract/checks/check";
import { lacksFamilyOf } from "./address-family";

/** Why a connection or response failed, with a code from the closed list. */
export class ProbeError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = "ProbeError";
  }
}

/** The server refuses HTTP/1.1, and may speak HTTP/2 instead. */
export class OnlyHttp2 extends ProbeError {}

const CONNECT_CODES: Record<string, [ErrorCode, string]> = {
  ECONNREFUSED: ["connect_refused", "connection refused"],
  ECONNRESET: ["connect_reset", "connection reset while connecting"],
  EHOSTUNREACH: ["connect_unreachable", "no route to the host"],
  ENETUNREACH: ["connect_unreachable", "the network is unreachable"],
  EADDRNOTAVAIL: ["runner_overloaded", "the runner has no free port or doesn't support the address family"],
  EMFILE: ["runner_overloaded", "the runner has no free file descriptors"],
  ENFILE: ["runner_overloaded", "the runner's machine has no free file descriptors"],
  ENOBUFS: ["runner_overloaded", "the runner's machine has no free network buffers"],
  ENOMEM: ["runner_overloaded", "the runner's machine has no free memory"],
  ENETDOWN: ["runner_offline", "the runner's own network interface is down"],
  ETIMEDOUT: ["connect_timeout", "the connection timed out"],
};

/** Errors for an address in a family that this machine lacks. */
const NO_WAY: ReadonlySet<string> = new Set(["ENETUNREACH", "EHOSTUNREACH", "EAFNOSUPPORT", "EADDRNOTAVAIL"]);

/** The runner can't reach any address of a family, which says nothing about the target's other addresses. */
export class LacksFamily extends ProbeError {}

/** Returns the error of an address whose family this machine lacks, so that the result is inconclusive. */
export function withoutFamily(where: string, address: string): LacksFamily {
  const family = isIPv6(address) ? "IPv6" : "IPv4";
  return new LacksFamily(
    "unsupported",
    `${where}: this runner has no ${family}; add an ${family} address to its machine or check from a region that has one`,
  );
}

/** Converts a system error of `connect`. The runner's own exhaustion is never counted against the target. */
export function connectError(
  error: NodeJS.ErrnoException,
  where: string,
  address = "",
  interfaces?: Parameters<typeof lacksFamilyOf>[1],
): ProbeError {
  if (NO_WAY.has(error.code ?? "") && lacksFamilyOf(address, interfaces))
    return withoutFamily(where, address);
  const known = CONNECT_CODES[error.code ?? ""];
  if (known) return new ProbeError(known[0], `${where}: ${known[1]}`);
  return new ProbeError("connect_failed", `${where}: ${error.code ?? error.message}`);
}
