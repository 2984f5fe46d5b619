import { RRuleTemporal } from "rrule-temporal";
import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { ruleParts } from "./recurrence-rule";

/** A repeating start: RFC 5545 RRULE text, the zone whose clock it follows, and its first start. */
export interface Recurrence {
  readonly rule: string;
  readonly timeZone: string;
  readonly firstStart: Date;
}

/** How far ahead windows are made from a recurrence, in days (api.md §3). */
export const PLANNED_DAYS = 30;
/** More than this in the planned days is a mistake, not a maintenance. */
export const MAX_PLANNED = 200;

const DAY_MS = 86_400_000;

/**
 * Starts in `[from, to)`, ascending, at most `limit`. The rule runs on the wall clock of the zone; a start that the clock
 * skips moves by the gap (02:30 becomes 03:30, RFC 5545 §3.3.5), one that it shows twice is the first of the two. An
 * announced hour that moves wakes nobody; one that is left out would.
 */
export function occurrences(
  { rule, timeZone, firstStart }: Recurrence,
  from: Date,
  to: Date,
  limit = MAX_PLANNED,
): Date[] {
  const wallStart = wallOf(firstStart.getTime(), timeZone);
  const rules = engine(ruleParts(rule), wallStart, timeZone);
  // A day to both sides: no zone is further than that from its wall clock.
  const lower = Math.max(wallStart, from.getTime() - DAY_MS);
  const walls = rules.between(new Date(lower), new Date(to.getTime() + DAY_MS), true);
  const starts: Date[] = [];
  for (const each of walls) {
    const wall = each.epochMilliseconds;
    // The first start is a given moment: in a doubled hour it may be the second of the two.
    const at = wall === wallStart ? firstStart.getTime() : momentOf(wall, timeZone);
    const last = starts.at(-1)?.getTime() ?? -1;
    if (at >= from.getTime() && at < to.getTime() && at > last) starts.push(new Date(at));
    if (starts.length >= limit) break;
  }
  return starts;
}

/** The next start after `after`, within five years; null when there is none. */
export function nextOccurrence(recurrence: Recurrence, after: Date): Date | null {
  const from = new Date(Math.max(after.getTime() + 1, recurrence.firstStart.getTime()));
  for (const days of [40, 400, 5 * 366]) {
    const [next] = occurrences(recurrence, from, new Date(from.getTime() + days * DAY_MS), 1);
    if (next) return next;
  }
  return null;
}

/** The rule on the wall clock, where each day has 24 hours. */
function engine(parts: ReadonlyMap<string, string>, wallStart: number, timeZone: string): RRuleTemporal {
  const text = [...parts].map(([name, value]) =>
    name === "UNTIL" ? `UNTIL=${wallUntil(value, timeZone)}` : `${name}=${value}`,
  );
  return new RRuleTemporal({ rruleString: `DTSTART:${wallStamp(wallStart)}\nRRULE:${text.join(";")}` });
}

/** UNTIL as wall time: `…Z` is a moment, without Z it is local already, a date alone means its whole day. */
function wallUntil(until: string, timeZone: string): string {
  if (!until.includes("T")) return `${until}T235959Z`;
  if (!until.endsWith("Z")) return `${until}Z`;
  const iso = until.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  return wallStamp(wallOf(Date.parse(iso), timeZone));
}

/** `20260301T023000Z` of a wall time. */
export function wallStamp(wall: number): string {
  return `${new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}
