import { isDeepStrictEqual } from "node:util";
import { regionOf } from "@/lib/contract/core/region-names";
import type { RegionName } from "@/lib/contract/core/regions";
import { MONITOR_FIELDS } from "@/lib/contract/monitors/fields";
import type { CreateMonitor } from "@/lib/contract/monitors/input";
import type { Monitor, ObservedRegion } from "@/lib/contract/monitors/monitors";
import { meanMs } from "@/lib/domain/checks/response-time";
import { isoSeconds } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import type { ConfiguredRow, MonitorRow, ObservedRow } from "@/lib/store/monitors/monitors";
import { masked, readableRequest } from "./request";

/** Percentages of one monitor; null where nothing was observed. */
export interface Availabilities {
  oneDay: number | null;
  sevenDays: number | null;
}

const REGION_STATUS = { unknown: "fetching", healthy: "online", failing: "offline" } as const;

/** Returns the configured fields of a stored monitor, with the secrets that can't be read back. */
export function toConfigured(row: ConfiguredRow) {
  const { request, isUnreadable } = readableRequest(row);
  return {
    ...MONITOR_FIELDS.of(row),
    protocol: row.protocol,
    request,
    request_unreadable: isUnreadable,
    regions: row.region_spellings ?? row.regions,
    interval: row.interval_seconds,
    timeout: row.timeout_ms,
    ...pick(row, "success_assertions", "tags", "paused"),
  };
}

/** Returns a stored monitor as the API shows it. */
export function toMonitor(row: MonitorRow, availabilities: Availabilities): Monitor {
  const configured = toConfigured(row);
  return {
    id: row.id,
    project_id: row.project_id,
    ...configured,
    request: masked(row.protocol, configured.request),
    status: row.status,
    response_time: meanMs(row.recent_response_times),
    degraded_since: row.degraded_since && isoSeconds(row.degraded_since),
    last_checked_at: row.last_checked_at && isoSeconds(row.last_checked_at),
    data_missing: row.data_missing,
    one_day_availability: availabilities.oneDay,
    seven_days_availability: availabilities.sevenDays,
    observed_regions: toObservedRegions(row),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
    // The stored request, regions, and numbers passed validation when they were written.
  } as Monitor;
}

/** Returns the state of each of the monitor's regions, in its own order and spelling. */
export function toObservedRegions(row: MonitorRow): ObservedRegion[] {
  return row.regions.map((region, at) => ({
    ...toObservedRegion(region, row.observed),
    region: (row.region_spellings?.[at] ?? region) as ObservedRegion["region"],
  }));
}

function toObservedRegion(region: string, observed: ObservedRow[]): Omit<ObservedRegion, "region"> {
  const seen = observed.find((entry) => entry.region === region);
  return {
    status: REGION_STATUS[seen?.health ?? "unknown"],
    response_time: seen?.response_time ?? null,
    last_checked_at: seen?.last_checked_at ? isoSeconds(new Date(seen.last_checked_at)) : null,
    silent: seen?.silent ?? false,
    last_error: seen?.last_outcome === "up" ? null : (seen?.last_error ?? null),
  };
}

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
