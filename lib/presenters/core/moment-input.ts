import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { nearDateProblem } from "@/lib/domain/incidents/dates";

/** What a datetime-local field shows for a moment in a zone. */
export function localInput(date: Date, zone: string): string {
  return new Date(wallOf(date.getTime(), zone)).toISOString().slice(0, 16);
}

/** The moment that a datetime-local field names on the clock of a zone, as ISO text in UTC; null for an empty one. */
export function isoOf(local: string, zone: string): string | null {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return null;
  return new Date(momentOf(wall, zone)).toISOString().replace(".000Z", "Z");
}

/** What is wrong with a date of an incident, in the words of the API; null when nothing is, or none is given. */
export function momentProblem(iso: string | null, now: Date): string | null {
  return iso === null ? null : nearDateProblem(new Date(iso), now);
}

/** `Europe/Berlin, UTC+1`: a zone with its offset at a moment. */
export function zoneWords(zone: string, at: Date): string {
  if (zone === "UTC") return zone;
  const name = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return name ? `${zone}, ${name.replace("GMT", "UTC")}` : zone;
}

const ISO = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** An error of the API with its dates on the clock of a zone, to the minute, as the field beside it shows them. */
export function inZone(text: string, zone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  return text.replace(ISO, (iso) => format.format(new Date(iso)));
}
