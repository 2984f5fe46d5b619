import type { CheckResult } from "@/lib/contract/checks/check";
import { cityOf, type Region } from "@/lib/contract/core/regions";
import { isConclusive } from "@/lib/domain/checks/region-state";
import { reachOf } from "@/lib/probes/net/connectivity-check";
import type { NameResolver } from "@/lib/probes/net/resolver";
import { storableText } from "@/lib/shared/storable-text";

/** Maximum length of an error, in characters. */
const MESSAGE_MAX = 500;

/**
 * Lets the built-in runner check for a region whose own runner is silent. A public target looks the same from
 * everywhere. A private address may belong to another machine here, or to none, so its result is inconclusive.
 */
export class FallbackRunner {
  /** Regions whose own runner is silent. */
  regions: ReadonlySet<Region> = new Set();

  constructor(private readonly resolver: NameResolver) {}

  /** Returns the result that this runner may report. `host` is the target's host as written in its address. */
  reportable(result: CheckResult, host: string): CheckResult {
    if (!this.regions.has(result.region) || !isConclusive(result.outcome)) return result;
    const why = this.whyElsewhere(result, host);
    if (why === null) return result;
    const place = cityOf(result.region);
    const message = `${why} and can be checked only from ${place}, whose runner is silent`;
    return {
      ...result,
      outcome: "inconclusive",
      error: { code: "runner_is_fallback", message: storableText(message, MESSAGE_MAX) },
    };
  }

  private whyElsewhere({ remote_address, error }: CheckResult, host: string): string | null {
    const addresses = remote_address ? [remote_address] : this.addressesOf(host.replace(/^\[|\]$/g, ""));
    const closed = addresses.find((address) => reachOf(address).reach !== "public");
    if (closed !== undefined) return `${closed} is a private address`;
    return error?.code.startsWith("dns_") ? `${host} can't be resolved by the server` : null;
  }

  private addressesOf(host: string): readonly string[] {
    try {
      return this.resolver.knownAddressesOf(host) ?? [];
    } catch {
      // A name that never exists.
      return [];
    }
  }
}
