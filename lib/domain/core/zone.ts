import { DAY_MS } from "@/lib/shared/durations";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters, which are expensive to create. Throws a RangeError for a name that isn't an IANA zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, made);
  return made;
}

const QUARTER_MS = 900_000;
/** Since then, zones have changed their offset only on quarter hours. */
const WHOLE_QUARTERS_SINCE = Date.UTC(2000, 0);
const MAX_OFFSETS = 20_000;
const offsets = new Map<string, number>();

/** Returns the local wall-clock time at a moment, in milliseconds as if it were UTC. */
export function wallOf(at: number, zone: string): number {
  if (zone === "UTC" || zone === "Etc/UTC") return at;
  if (!(at >= WHOLE_QUARTERS_SINCE)) return at + offsetOf(at, zone);
  const key = `${Math.floor(at / QUARTER_MS)} ${zone}`;
  const known = offsets.get(key);
  if (known !== undefined) return at + known;
  const offset = offsetOf(at, zone);
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return at + offset;
}

function offsetOf(at: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/**
 * Returns the moment of a wall-clock time as RFC 5545 §3.3.5 defines it: the first of two for a repeated time, and the
 * offset before the gap for a skipped one (02:30 becomes 03:30).
 */
export function momentOf(wall: number, zone: string): number {
  const before = wallOf(wall - DAY_MS, zone) - (wall - DAY_MS);
  const after = wallOf(wall + DAY_MS, zone) - (wall + DAY_MS);
  const fitting = [wall - before, wall - after].filter((at) => wallOf(at, zone) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : wall - before;
}

/** Returns the days since 1970-01-01 on the zone's calendar. */
export function dayNumber(at: number, zone: string): number {
  return Math.floor(wallOf(at, zone) / DAY_MS);
}
