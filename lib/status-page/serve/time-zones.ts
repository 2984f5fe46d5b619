import { once } from "@/lib/shared/once";

/** Path of the document in which visitors choose the zone of times. */
export const ZONE_PATH = "time-zone";

/** Returns the names of all zones, UTC first. */
export function zoneNames(): readonly string[] {
  return once("page zones", () => [
    "UTC",
    ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC"),
  ]);
}

/** Returns whether a string is the name of a zone. */
export function isZone(name: string): boolean {
  return once("page zone set", () => new Set(zoneNames())).has(name);
}
