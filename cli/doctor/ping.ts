import { ALLOW_PING_SOCKETS } from "@/lib/probes/icmp/ping-program";
import { pingWay } from "@/lib/probes/icmp/ping-way";
import { type Finding, good, note } from "./finding";

/** Reports how ICMP checks run on this machine: through an unprivileged ping socket or the `ping` program. */
export async function pingFinding(): Promise<Finding> {
  const way = await pingWay();
  if (way === "socket") return good("ping", "uses an unprivileged ping socket");
  if (way === "none")
    return note(
      "ping",
      `unavailable; allow ping sockets (${ALLOW_PING_SOCKETS}) or install ping (iputils-ping)`,
    );
  const faster =
    process.platform === "linux"
      ? `ping sockets are faster (${ALLOW_PING_SOCKETS})`
      : "ping sockets are only available on Linux";
  return good("ping", `runs one ping process per check; ${faster}`);
}
