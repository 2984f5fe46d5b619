const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are costly to make and there are few zones. Throws a RangeError for a name that is no IANA zone. */
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

/** What the clock on the wall shows at a moment, in milliseconds as if it were UTC. */
export function wallOf(at: number, zone: string): number {
  if (zone === "UTC" || zone === "Etc/UTC") return at;
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const fraction = ((at % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) + fraction;
}

/**
 * The moment at which the wall shows `wall`, read as RFC 5545 §3.3.5 says: a time that happens twice is the first of the
 * two, one that is skipped is read with the offset before the gap (02:30 becomes 03:30).
 */
export function momentOf(wall: number, zone: string): number {
  const before = wallOf(wall - DAY_MS, zone) - (wall - DAY_MS);
  const after = wallOf(wall + DAY_MS, zone) - (wall + DAY_MS);
  const fitting = [wall - before, wall - after].filter((at) => wallOf(at, zone) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : wall - before;
}

/** Days since 1970-01-01 on the zone's calendar. */
export function dayNumber(at: number, zone: string): number {
  return Math.floor(wallOf(at, zone) / DAY_MS);
}
