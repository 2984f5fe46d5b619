import type { Calendar } from "@/lib/contract/core/calendar";
import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";

/** February 29 may be 8 years away. */
const SEARCH_DAYS = 366 * 9;
/** A clock change moves a time by at most this. */
const SHIFT_MS = 3 * HOUR_MS;

/**
 * Returns the first moment after `afterMs` that a calendar names, or null if there is none within nine years. When a clock change
 * repeats or skips a time, the calendar says what that means.
 */
export function nextOccurrence(calendar: Calendar, zone: string, afterMs: number): number | null {
  const own = calendar.zone ?? zone;
  const wall = wallOf(afterMs, own);
  const first = Math.floor((wall - SHIFT_MS) / DAY_MS) * DAY_MS;
  for (let day = first; day < first + SEARCH_DAYS * DAY_MS; day += DAY_MS) {
    if (!isOnDay(calendar, day)) continue;
    const found =
      calendar.repeats && isLong(day, own)
        ? firstOfLongDay(calendar, day, own, afterMs)
        : firstOfDay(calendar, day, own, { afterMs, fromWall: wall - SHIFT_MS });
    if (found !== null) return found;
  }
  return null;
}

/** Returns whether a day has an hour twice. */
function isLong(day: number, zone: string): boolean {
  return momentOf(day + DAY_MS, zone) - momentOf(day, zone) > DAY_MS;
}

function isOnDay({ years, months, days, weekdays, isEitherDay }: Calendar, day: number): boolean {
  const date = new Date(day);
  if (years && !years.includes(date.getUTCFullYear())) return false;
  if (!months.includes(date.getUTCMonth() + 1)) return false;
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const ofMonth = date.getUTCDate();
  const byDate = days.includes(ofMonth) || days.includes(ofMonth - length - 1);
  const byWeekday = weekdays.includes(date.getUTCDay());
  return isEitherDay ? byDate || byWeekday : byDate && byWeekday;
}

/** Goes through a day's minutes as they pass. */
function firstOfLongDay(
  { hours, minutes, seconds }: Calendar,
  day: number,
  zone: string,
  afterMs: number,
): number | null {
  const end = momentOf(day + DAY_MS, zone);
  for (let minute = momentOf(day, zone); minute < end; minute += MINUTE_MS) {
    const wall = new Date(wallOf(minute, zone));
    if (!hours.includes(wall.getUTCHours()) || !minutes.includes(wall.getUTCMinutes())) continue;
    for (const second of seconds) if (minute + second * 1000 > afterMs) return minute + second * 1000;
  }
  return null;
}

/** Times are tried in the order of the clock. A skipped time may be later than those after it, by less than the gap. */
function firstOfDay(
  { hours, minutes, seconds, skipped }: Calendar,
  day: number,
  zone: string,
  { afterMs, fromWall }: { afterMs: number; fromWall: number },
): number | null {
  for (const hour of hours) {
    if (day + (hour + 1) * HOUR_MS <= fromWall) continue;
    for (const minute of minutes)
      for (const second of seconds) {
        const wall = day + hour * HOUR_MS + minute * MINUTE_MS + second * 1000;
        const moved = momentOf(wall, zone);
        if (moved <= afterMs) continue;
        if (wallOf(moved, zone) === wall) return moved;
        const at = skipped === "after the gap" ? gapEnd(moved, zone) : null;
        if (at !== null && at > afterMs) return at;
      }
  }
  return null;
}

const QUARTER_MS = 900_000;

/** Returns when a gap ends that a moment after it was moved by. Gaps end on quarters of an hour. */
function gapEnd(moved: number, zone: string): number {
  const offset = wallOf(moved, zone) - moved;
  let end = Math.floor(moved / QUARTER_MS) * QUARTER_MS;
  while (wallOf(end - QUARTER_MS, zone) - (end - QUARTER_MS) === offset) end -= QUARTER_MS;
  return end;
}
