import { closeSync } from "node:fs";
import type { PingProgram } from "./ping-batch";
import { openPingFd } from "./ping-fd";
import { pingProgram } from "./ping-programs";

export type PingWay = "socket" | PingProgram | "none";

/** How ICMP checks go from here, found by trying: an unprivileged socket, else a program that may send, else not at all. */
export async function pingWay(): Promise<PingWay> {
  const fd = await openPingFd(4);
  if (fd === null) return (await pingProgram()) ?? "none";
  closeSync(fd);
  return "socket";
}
