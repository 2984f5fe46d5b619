import { ALLOW_PING_SOCKETS } from "@/lib/probes/icmp/ping-program";
import { pingWay } from "@/lib/probes/icmp/ping-way";
import { type Finding, good, note } from "./finding";

/** Reports how ICMP checks run here, found by trying: an unprivileged ping socket, else `ping`. */
export async function pingFinding(): Promise<Finding> {
  const way = await pingWay();
  if (way === "socket") return good("ping", "uses an unprivileged ping socket");
  if (way === "none")
    return note(
      "ping",
      `not possible: allow ping sockets (${ALLOW_PING_SOCKETS}) or install ping (iputils-ping)`,
    );
  const faster =
    process.platform === "linux"
      ? `ping sockets are faster: ${ALLOW_PING_SOCKETS}`
      : "ping sockets exist on Linux only";
  return good("ping", `starts one ping process per check; ${faster}`);
}
