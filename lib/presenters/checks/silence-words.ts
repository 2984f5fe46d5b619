import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { StateWord } from "@/lib/presenters/core/states";
import { placeList } from "@/lib/presenters/monitors/region-places";

type Seen = Pick<Monitor, "status" | "data_missing" | "observed_regions" | "region_threshold">;

/** The state to show: what was well when it was last looked at is not called well while nobody looks. */
export function shownState({ status, data_missing }: Pick<Seen, "status" | "data_missing">): StateWord {
  return data_missing && (status === "online" || status === "fetching") ? "no_data" : status;
}

/** From where nothing has come for too long, and what follows; null while every region reports. */
export function silenceWords(monitor: Seen): string | null {
  const { status, data_missing, observed_regions, region_threshold: needed } = monitor;
  const isDown = status === "offline";
  if (data_missing)
    return `No data: no check has come in from any of its regions. Its state is the last one known, and ${isDown ? "a recovery" : "an outage"} now would go unnoticed.`;
  const silent = observed_regions.filter((region) => region.silent);
  if (silent.length === 0) return null;
  const names = placeList(silent.map(({ region }) => region));
  // Of an incident that is open it is too late to say whether it can open.
  if (isDown) return `No data from ${names}.`;
  const left = observed_regions.length - silent.length;
  const follows =
    left < needed
      ? `An incident needs ${needed} failing regions and only ${left} ${left === 1 ? "reports" : "report"}: none can open.`
      : "The others decide meanwhile.";
  return `No data from ${names}. ${follows}`;
}
