import { isIPv6 } from "node:net";
import type { ErrorCode } from "@/lib/contract/checks/check";
import { lacksFamilyOf } from "./address-family";

/** Why a connection or an answer failed, with its code from the closed list. */
export class ProbeError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = "ProbeError";
  }
}

const CONNECT_CODES: Record<string, [ErrorCode, string]> = {
  ECONNREFUSED: ["connect_refused", "connection refused"],
  ECONNRESET: ["connect_reset", "connection reset while connecting"],
  EHOSTUNREACH: ["connect_unreachable", "no route to the host"],
  ENETUNREACH: ["connect_unreachable", "the network can't be reached"],
  EADDRNOTAVAIL: ["runner_overloaded", "the runner has no free port or no such address family"],
  EMFILE: ["runner_overloaded", "the runner has no free file descriptors"],
  ENFILE: ["runner_overloaded", "the runner's machine has no free file descriptors"],
  ENOBUFS: ["runner_overloaded", "the runner's machine has no free network buffers"],
  ENOMEM: ["runner_overloaded", "the runner's machine has no free memory"],
  ENETDOWN: ["runner_offline", "the runner's own network interface is down"],
  ETIMEDOUT: ["connect_timeout", "the connection was not answered"],
};

/** What a machine without a family says of an address in it. */
const NO_WAY: ReadonlySet<string> = new Set(["ENETUNREACH", "EHOSTUNREACH", "EAFNOSUPPORT"]);

/** The runner can't reach any address of this family, so it can't judge one. */
export function withoutFamily(where: string, address: string): ProbeError {
  const family = isIPv6(address) ? "IPv6" : "IPv4";
  return new ProbeError(
    "unsupported",
    `${where}: this runner has no ${family}: give its machine an ${family} address, or check from a region that has one`,
  );
}

/** A system error of `connect` in our terms. Exhaustion on our side is never the target's fault (F28). */
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
