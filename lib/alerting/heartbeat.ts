import { readiness } from "@/lib/engine/health/readiness";
import { exchange } from "@/lib/notify/transport/http";
import { USER_AGENT } from "@/lib/notify/user-agent";
import { policyFrom } from "@/lib/probes/net/policy";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";

const HEARTBEAT_TIMEOUT_MS = 10_000;

/**
 * Sends a heartbeat to HEARTBEAT_URL every minute, but only while every stage from check to notification works. Returns
 * whether it was sent.
 */
export async function beat(): Promise<boolean> {
  const url = env().HEARTBEAT_URL;
  if (url === undefined) return false;
  const { status, checks } = await readiness();
  if (status === "ok") {
    await sendHeartbeat(url);
    return true;
  }
  const wrong = Object.values(checks).flatMap(({ message }) => message ?? []);
  log.warn("heartbeat not sent because readiness checks are failing", { wrong });
  return false;
}

/**
 * Pings an external service that alerts when the heartbeat stops. The address comes from the operator, so any address except metadata
 * services is allowed. Throws unless the service returns 2xx.
 */
async function sendHeartbeat(url: string): Promise<void> {
  const step = { method: "POST", url, headers: { "User-Agent": USER_AGENT }, body: "" } as const;
  const { status } = await exchange(step, {
    policy: policyFrom(["0.0.0.0/0", "::/0"]),
    timeoutMs: HEARTBEAT_TIMEOUT_MS,
  });
  if (status < 200 || status > 299) throw new Error(`The heartbeat URL returned ${status}.`);
}
