import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { nearDateProblem } from "@/lib/domain/incidents/dates";

/** Returns the value of a datetime-local field for a moment in a time zone. */
export function localInput(date: Date, zone: string): string {
  return new Date(wallOf(date.getTime(), zone)).toISOString().slice(0, 16);
}

/** Converts the value of a datetime-local field in a time zone to ISO 8601 in UTC; null for an empty value. */
export function isoOf(local: string, zone: string): string | null {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return null;
  return new Date(momentOf(wall, zone)).toISOString().replace(".000Z", "Z");
}

/** Returns the API's error for an incident date; null when it's valid or missing. */
export function momentProblem(iso: string | null, now: Date): string | null {
  return iso === null ? null : nearDateProblem(new Date(iso), now);
}

/** Returns a time zone with its offset at a moment: `Europe/Berlin, UTC+1`. */
export function zoneWords(zone: string, at: Date): string {
  if (zone === "UTC") return zone;
  const name = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return name ? `${zone}, ${name.replace("GMT", "UTC")}` : zone;
}

const ISO = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Converts the dates within an API error to a time zone, to the minute, as the field shows them. */
export function inZone(text: string, zone: string): string {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });
  return text.replace(ISO, (iso) => format.format(new Date(iso)));
}
