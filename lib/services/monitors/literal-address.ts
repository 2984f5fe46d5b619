import { invalidField } from "@/lib/contract/core/errors";
import { addressRefusal, policyFrom } from "@/lib/probes/net/policy";
import { privateTargets } from "@/lib/probes/net/private-targets";

/**
 * Throws 422 on `field` if the URL contains a literal address, in any spelling (`0x7f.1`, `2130706433`, `[::1]`), that must not be
 * reached from here (SSRF). Names pass, because they are checked each time they resolve. Used for monitors, webhooks, integrations and
 * browsers alike.
 */
export function requireReachableUrl(field: string, url: string): void {
  const address = literalAddress(url);
  if (address === null) return;
  const refusal = addressRefusal(address, policyFrom(privateTargets()));
  if (refusal === null) return;
  throw invalidField(field, `${refusal}. Use a public address or a range listed in ALLOW_PRIVATE_TARGETS.`);
}

/** Returns the literal address in plain form, as the URL parser normalizes it; null for a name or an invalid URL. */
function literalAddress(url: string): string | null {
  const host = URL.parse(url)?.hostname ?? "";
  if (host.startsWith("[")) return host.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host : null;
}
