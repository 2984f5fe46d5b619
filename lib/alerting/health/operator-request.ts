import { USER_AGENT } from "@/lib/notify/request-parts";
import { exchange } from "@/lib/notify/transport/http";
import { policyFrom } from "@/lib/probes/net/policy";

const TIMEOUT_MS = 10_000;

/**
 * Sends a POST to an address that the operator configured, so any address except metadata services is allowed. Throws unless the
 * service returns 2xx. `what` names the address in the error, because the address may contain a secret.
 */
export async function postToOperator(what: string, url: string, json?: unknown): Promise<void> {
  const headers: Record<string, string> = { "User-Agent": USER_AGENT };
  if (json !== undefined) headers["Content-Type"] = "application/json";
  const step = {
    method: "POST",
    url,
    headers,
    body: json === undefined ? "" : JSON.stringify(json),
  } as const;
  const { status } = await exchange(step, {
    policy: policyFrom(["0.0.0.0/0", "::/0"]),
    timeoutMs: TIMEOUT_MS,
    statusSuffices: true,
  });
  if (status < 200 || status > 299) throw new Error(`The ${what} URL returned ${status}.`);
}
