import { clockTime, count } from "@/lib/domain/core/wording";
import { errorsOf } from "./causes";
import type { RegionState } from "./region-state";

export type ObservedStatus = "fetching" | "online" | "partial" | "offline";

export interface StatusDecision {
  readonly status: ObservedStatus;
  readonly reason: string;
}

/** Returns the regions whose state is known and that still report. */
export function reportingRegions(regions: readonly RegionState[]): RegionState[] {
  return regions.filter((region) => region.health !== "unknown" && !region.silent);
}

/** Returns the status of a monitor that is checked again after a pause: what its regions reported last, silent or not. */
export function lastStatusOf(regions: readonly RegionState[]): ObservedStatus {
  const judged = regions.filter((region) => region.health !== "unknown");
  return judged.length === 0 ? "fetching" : statusAmong(judged);
}

function statusAmong(judged: readonly RegionState[]): ObservedStatus {
  const failing = judged.filter((region) => region.health === "failing").length;
  return failing === 0 ? "online" : failing === judged.length ? "offline" : "partial";
}

/**
 * Derives the monitor status: offline if every reporting region is failing, partial if some are, online if none is. Returns
 * null if no region reports anymore, in which case the status stays as it is.
 */
export function statusOf(regions: readonly RegionState[]): StatusDecision | null {
  const judged = regions.filter((region) => region.health !== "unknown");
  if (judged.length === 0) return { status: "fetching", reason: "no region has reported yet" };
  const reporting = reportingRegions(regions);
  if (reporting.length === 0) return null;
  const failing = reporting.filter((region) => region.health === "failing");
  const total = count(reporting.length, "region");
  const silent = judged.filter((region) => region.silent && !region.ignored).length;
  const suffix = silent > 0 ? `; ${count(silent, "region")} silent` : "";
  if (failing.length === 0)
    return { status: "online", reason: `${reporting.length} of ${total} up${suffix}` };
  const since = clockTime(
    Math.min(...failing.map((region) => region.failingSince ?? Number.MAX_SAFE_INTEGER)),
  );
  return {
    status: statusAmong(reporting),
    reason: `${failing.length} of ${total} down: ${errorsOf(failing)}, since ${since} UTC${suffix}`,
  };
}
