import { isDeepStrictEqual } from "node:util";
import { regionOf } from "@/lib/contract/core/region-names";
import type { RegionName } from "@/lib/contract/core/regions";
import { MONITOR_FIELDS } from "@/lib/contract/monitors/fields";
import type { CreateMonitor } from "@/lib/contract/monitors/input";

/** Returns the columns of a monitor that come from its fields, without the request. */
export function toColumns(input: CreateMonitor) {
  return {
    ...MONITOR_FIELDS.of(input),
    ...regionColumns(input.regions),
    interval_seconds: input.interval,
    timeout_ms: input.timeout,
    success_assertions: input.success_assertions,
    tags: input.tags,
  };
}

/** Returns the region columns: codes for everything internal, next to the names that the client sent. */
function regionColumns(names: RegionName[]) {
  const regions = names.map(regionOf);
  return { regions, region_spellings: isDeepStrictEqual(regions, names) ? null : names };
}
