import { closeSync } from "node:fs";
import type { PingProgram } from "./ping-batch";
import { openPingFd } from "./ping-fd";
import { pingProgram } from "./ping-programs";

export type PingWay = "socket" | PingProgram | "none";

/**
 * How ICMP checks go from here, found by trying: an unprivileged socket, else a program that may send, else not at all. `known` is what
 * was found before: a program that may send is not started for this again.
 */
export async function pingWay(known: PingWay = "none"): Promise<PingWay> {
  const fd = await openPingFd(4);
  if (fd === null) return known === "fping" || known === "ping" ? known : ((await pingProgram()) ?? "none");
  closeSync(fd);
  return "socket";
}
