import type { CheckResult } from "@/lib/contract/checks/check";
import { cityOf, type Region } from "@/lib/contract/core/regions";
import { placeOf } from "@/lib/probes/anchors";
import type { NameResolver } from "@/lib/probes/net/resolver";
import { storableText } from "@/lib/shared/storable-text";

/** Characters of an error. */
const MESSAGE_MAX = 500;

/**
 * The server's own runner checks for a region whose runner is silent. What it finds of a public target is what anybody finds; a private
 * address is another machine here, or none, so it judges nothing there, neither well nor down.
 */
export class StandIn {
  /** Regions that have a runner of their own, which is silent. */
  regions: ReadonlySet<Region> = new Set();

  constructor(private readonly resolver: NameResolver) {}

  /** The result as this runner may tell it. `host`: the target's, as it stands in its address. */
  told(result: CheckResult, host: string): CheckResult {
    if (!this.regions.has(result.region) || (result.outcome !== "up" && result.outcome !== "down"))
      return result;
    const why = this.whyElsewhere(result, host);
    if (why === null) return result;
    const place = cityOf(result.region);
    const message = `${why}: it is seen only from ${place}, whose own runner is silent`;
    return {
      ...result,
      outcome: "inconclusive",
      error: { code: "runner_stands_in", message: storableText(message, MESSAGE_MAX) },
    };
  }

  private whyElsewhere({ remote_address, error }: CheckResult, host: string): string | null {
    const addresses = remote_address ? [remote_address] : this.addressesOf(host.replace(/^\[|\]$/g, ""));
    const closed = addresses.find((address) => placeOf(address).reach !== "public");
    if (closed !== undefined) return `${closed} is a private address`;
    return error?.code.startsWith("dns_") ? `${host} is no name that the server can resolve` : null;
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
