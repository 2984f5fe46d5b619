import { isDeepStrictEqual } from "node:util";
import { regionOf } from "@/lib/contract/core/region-names";
import type { RegionName } from "@/lib/contract/core/regions";
import type { CreateMonitor } from "@/lib/contract/monitors/input";
import { pick } from "@/lib/shared/pick";

/** Returns the columns of a monitor that come from its fields, without the request. */
export function toColumns(input: CreateMonitor) {
  return {
    ...pick(input, "name", "success_assertions", "incident_confirmations"),
    ...pick(input, "recovery_confirmations", "region_threshold", "tags"),
    ...regionColumns(input.regions),
    interval_seconds: input.interval,
    timeout_ms: input.timeout,
  };
}

/** Returns the region columns: codes for everything internal, next to the names that the client sent. */
function regionColumns(names: RegionName[]) {
  const regions = names.map(regionOf);
  return { regions, region_spellings: isDeepStrictEqual(regions, names) ? null : names };
}
