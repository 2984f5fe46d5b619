import { pingWay } from "@/lib/probes/ping-way";
import { type Finding, good, note } from "./finding";

const ALLOW = 'sysctl -w net.ipv4.ping_group_range="0 2147483647"';

/** Which way ICMP checks go here, found by trying: an unprivileged ping socket, else fping, else ping. */
export async function pingFinding(): Promise<Finding> {
  const way = await pingWay();
  if (way === "socket") return good("ping", "by an unprivileged ping socket");
  if (way === "none") return note("ping", `not possible: install fping, or allow ping sockets: ${ALLOW}`);
  const cost = way === "fping" ? "up to a hundred targets a process" : "a process a ping";
  return good("ping", `by ${way}, ${cost}; ${cheaper()}`);
}

/** What would make a ping cost less than with a process. */
function cheaper(): string {
  if (process.platform !== "linux") return "ping sockets are used on Linux only";
  return `cheaper by a ping socket: ${ALLOW}`;
}
