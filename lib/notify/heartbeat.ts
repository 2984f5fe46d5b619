import { policyFrom } from "@/lib/probes/net/policy";
import { exchange } from "./transport/http";
import { USER_AGENT } from "./user-agent";

const TIMEOUT_MS = 10_000;

/**
 * Pings an external service that alerts when the heartbeat stops. The address comes from the operator, so any address except metadata
 * services is allowed. Throws unless the service returns 2xx.
 */
export async function sendHeartbeat(url: string): Promise<void> {
  const step = { method: "POST", url, headers: { "User-Agent": USER_AGENT }, body: "" } as const;
  const { status } = await exchange(step, {
    policy: policyFrom(["0.0.0.0/0", "::/0"]),
    timeoutMs: TIMEOUT_MS,
  });
  if (status < 200 || status > 299) throw new Error(`The heartbeat URL returned ${status}.`);
}
