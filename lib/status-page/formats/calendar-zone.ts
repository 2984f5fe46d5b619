import { wallOf } from "@/lib/domain/core/zone";
import { HOUR_MS } from "@/lib/shared/durations";

const STEP_MS = 7 * 24 * HOUR_MS;

const offsetOf = (at: number, zone: string) => wallOf(at, zone) - at;

/**
 * Returns a VTIMEZONE that lists every clock change between two moments (RFC 5545 §3.6.5), so that calendar clients need no time zone
 * data of their own. Empty for UTC.
 */
export function zoneLines(zone: string, from: Date, to: Date): string[] {
  if (zone === "UTC" || zone === "Etc/UTC") return [];
  const initial = offsetOf(from.getTime(), zone);
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${zone}`,
    ...observance("STANDARD", "19700101T000000", initial, initial),
    ...changes(zone, from.getTime(), to.getTime()).flatMap((at) => {
      const before = offsetOf(at - 1, zone);
      const after = offsetOf(at, zone);
      return observance(after > before ? "DAYLIGHT" : "STANDARD", localStamp(at + before), before, after);
    }),
    "END:VTIMEZONE",
  ];
}

/** The time zone of UTC. A calendar without events needs one, because it must have at least one component (RFC 5545 §3.6). */
export const UTC_LINES: readonly string[] = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  ...observance("STANDARD", "19700101T000000", 0, 0),
  "END:VTIMEZONE",
];

function observance(kind: "STANDARD" | "DAYLIGHT", start: string, before: number, after: number): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `END:${kind}`,
  ];
}

/** Returns the moments when the zone's offset changes, ascending. */
function changes(zone: string, from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at += STEP_MS) {
    if (offsetOf(at, zone) !== offsetOf(at + STEP_MS, zone))
      found.push(changeBetween(zone, at, at + STEP_MS));
  }
  return found;
}

function changeBetween(zone: string, low: number, high: number): number {
  const before = offsetOf(low, zone);
  let [below, above] = [Math.floor(low / 1000), Math.ceil(high / 1000)];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (offsetOf(middle * 1000, zone) === before) below = middle;
    else above = middle;
  }
  return above * 1000;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / 60_000));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${offsetMs < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** Formats a local time as `20260301T023000`. */
export function localStamp(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, "");
}
