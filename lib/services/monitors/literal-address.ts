import { invalidField } from "@/lib/contract/core/errors";
import { addressRefusal, policyFrom } from "@/lib/probes/net/policy";
import { privateTargets } from "@/lib/probes/net/private-targets";

/**
 * 422 on `field` when the URL names an address literally, in whatever spelling (`0x7f.1`, `2130706433`, `[::1]`), that may not be
 * reached from here (T01, T06). Names pass: they are judged each time they resolve. The one rule for monitors, webhooks, integrations
 * and browsers.
 */
export function requireReachableUrl(field: string, url: string): void {
  const address = literalAddress(url);
  if (address === null) return;
  const refusal = addressRefusal(address, policyFrom(privateTargets()));
  if (refusal === null) return;
  throw invalidField(
    field,
    `${refusal}. Allowed are public addresses and the ranges in ALLOW_PRIVATE_TARGETS.`,
  );
}

/** The URL parser has every spelling of an address in its plain form already; null for a name and for what is no URL. */
function literalAddress(url: string): string | null {
  const host = URL.parse(url)?.hostname ?? "";
  if (host.startsWith("[")) return host.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host : null;
}
