import { isDeepStrictEqual } from "node:util";
import { regionOf } from "@/lib/contract/core/region-names";
import type { RegionName } from "@/lib/contract/core/regions";
import type { CreateMonitor } from "@/lib/contract/monitors/input";

/** Returns the columns of a monitor that come from its fields, without the request. */
export function toColumns(input: CreateMonitor) {
  return {
    name: input.name,
    ...regionColumns(input.regions),
    interval_seconds: input.interval,
    timeout_ms: input.timeout,
    success_assertions: input.success_assertions,
    incident_confirmations: input.incident_confirmations,
    recovery_confirmations: input.recovery_confirmations,
    region_threshold: input.region_threshold,
    tags: input.tags,
  };
}

/** Returns the region columns: codes for everything internal, next to the names that the client sent. */
function regionColumns(names: RegionName[]) {
  const regions = names.map(regionOf);
  return { regions, region_spellings: isDeepStrictEqual(regions, names) ? null : names };
}
