import { closeSync } from "node:fs";
import { openPingFd } from "./ping-fd";
import { canPingByProgram } from "./ping-program";

export type PingWay = "socket" | "ping" | "none";

/**
 * Finds out by trying how ICMP checks can run here: an unprivileged socket, else `ping`. A program known to work
 * isn't started again.
 */
export async function pingWay(known: PingWay = "none"): Promise<PingWay> {
  const fd = await openPingFd(4);
  if (fd === null) return known === "ping" || (await canPingByProgram()) ? "ping" : "none";
  closeSync(fd);
  return "socket";
}
