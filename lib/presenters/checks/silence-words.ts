import type { Monitor } from "@/lib/contract/monitors/monitors";
import { regionLabelList } from "@/lib/presenters/monitors/region-labels";

type Seen = Pick<Monitor, "status" | "data_missing" | "observed_regions" | "region_threshold">;

/** Describes which regions have gone silent and what that means; null while every region reports. */
export function silenceWords(monitor: Seen): string | null {
  const { status, data_missing, observed_regions, region_threshold: needed } = monitor;
  const isDown = status === "offline";
  if (data_missing)
    return `No data. None of its regions is reporting, so this is the last known state. ${isDown ? "A recovery" : "An outage"} would go unnoticed.`;
  const silent = observed_regions.filter((region) => region.silent);
  if (silent.length === 0) return null;
  const names = regionLabelList(silent.map(({ region }) => region));
  // The incident is already open, so whether one can open doesn't matter.
  if (isDown) return `No data from ${names}.`;
  const left = observed_regions.length - silent.length;
  const follows =
    left < needed
      ? `Incidents need ${needed} failing regions, but only ${left} ${left === 1 ? "is" : "are"} reporting, so none can open.`
      : "The other regions decide on their own.";
  return `No data from ${names}. ${follows}`;
}
