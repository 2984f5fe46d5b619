import { RRuleTemporal } from "rrule-temporal";
import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { DAY_MS } from "@/lib/shared/durations";
import { ruleParts } from "./recurrence-rule";

/** A recurring start: an RFC 5545 RRULE, the time zone it follows, and the first start. */
export interface Recurrence {
  readonly rule: string;
  readonly timeZone: string;
  readonly firstStart: Date;
}

/** How many days ahead windows are created from a recurrence. */
export const PLANNED_DAYS = 30;
/** More windows than this within the planned days are a mistake. */
export const MAX_PLANNED = 200;

/**
 * Returns the starts in `[from, to)`, ascending, at most `limit`. The rule follows the local time of the zone. A start in a
 * skipped hour moves by the gap (02:30 becomes 03:30, RFC 5545 §3.3.5); in a repeated hour it is the first of the two.
 */
export function occurrences(
  { rule, timeZone, firstStart }: Recurrence,
  from: Date,
  to: Date,
  limit = MAX_PLANNED,
): Date[] {
  const wallStart = wallOf(firstStart.getTime(), timeZone);
  const parts = ruleParts(rule);
  const count = hourlyCount(parts);
  if (count !== null) parts.set("COUNT", String(count + SKIPPED_HOURS));
  const rules = engine(parts, wallStart, timeZone);
  // One extra day on both sides, because no zone differs by more than that. A count of hours begins with the first start.
  const lower = count === null ? Math.max(wallStart, from.getTime() - DAY_MS) : wallStart;
  const walls = rules.between(new Date(lower), new Date(to.getTime() + DAY_MS), true);
  const starts: number[] = [];
  for (const each of walls) {
    const wall = each.epochMilliseconds;
    // The first start is an exact moment. In a repeated hour it may be the second of the two.
    const at = wall === wallStart ? firstStart.getTime() : momentOf(wall, timeZone);
    if (at > (starts.at(-1) ?? -1)) starts.push(at);
    if (starts.length === count) break;
  }
  return starts
    .filter((at) => at >= from.getTime() && at < to.getTime())
    .slice(0, limit)
    .map((at) => new Date(at));
}

/** Returns the rule that goes on at `from`, one of its starts: a count no longer includes the starts before it. */
export function ruleFrom(recurrence: Recurrence, from: Date): string {
  const count = ruleParts(recurrence.rule).get("COUNT");
  if (count === undefined) return recurrence.rule;
  const earlier = occurrences(recurrence, recurrence.firstStart, from, Number(count)).length;
  return recurrence.rule.replace(/COUNT=\d+/i, `COUNT=${Math.max(1, Number(count) - earlier)}`);
}

/** More hours than are skipped while a count of hours that follow each other lasts, which is at most 42 days. */
const SKIPPED_HOURS = 2;

/** Returns the number of starts of an hourly rule, of which a skipped hour must not take one; null for other rules. */
function hourlyCount(parts: ReadonlyMap<string, string>): number | null {
  const count = parts.get("COUNT");
  return parts.get("FREQ") === "HOURLY" && count !== undefined ? Number(count) : null;
}

/** Returns the next start after `after` within five years, or null. */
export function nextOccurrence(recurrence: Recurrence, after: Date): Date | null {
  const from = new Date(Math.max(after.getTime() + 1, recurrence.firstStart.getTime()));
  for (const days of [40, 400, 5 * 366]) {
    const [next] = occurrences(recurrence, from, new Date(from.getTime() + days * DAY_MS), 1);
    if (next) return next;
  }
  return null;
}

/** Evaluates the rule in local time, where each day has 24 hours. */
function engine(parts: ReadonlyMap<string, string>, wallStart: number, timeZone: string): RRuleTemporal {
  const text = [...parts].map(([name, value]) =>
    name === "UNTIL" ? `UNTIL=${wallUntil(value, timeZone)}` : `${name}=${value}`,
  );
  return new RRuleTemporal({ rruleString: `DTSTART:${wallStamp(wallStart)}\nRRULE:${text.join(";")}` });
}

/** Converts UNTIL to local time: `…Z` is a moment, without Z it is already local, a date alone includes the whole day. */
function wallUntil(until: string, timeZone: string): string {
  if (!until.includes("T")) return `${until}T235959Z`;
  if (!until.endsWith("Z")) return `${until}Z`;
  const iso = until.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  return wallStamp(wallOf(Date.parse(iso), timeZone));
}

/** Formats a local time as `20260301T023000Z`. */
export function wallStamp(wall: number): string {
  return `${new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}
