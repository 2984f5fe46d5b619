import { env, isEmbedded } from "@/lib/shared/env";

/** Open by default with the embedded database, because such installations usually watch their own network. */
const OWN_NETWORK = [
  ...["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  // Shared address space (RFC 6598), which overlay networks use.
  "100.64.0.0/10",
];

/** Returns the non-public ranges that checks may reach. Runners receive them, and saving a monitor validates against them. */
export function privateTargets(): readonly string[] {
  return env().ALLOW_PRIVATE_TARGETS ?? (isEmbedded() ? OWN_NETWORK : []);
}
