import type { Calendar } from "@/lib/contract/core/calendar";
import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";

/** February 29 may be 8 years away. */
const SEARCH_DAYS = 366 * 9;
/** A clock change moves a time by at most this. */
const SHIFT_MS = 3 * HOUR_MS;

/**
 * Returns the first moment after `afterMs` that a calendar names, or null if there is none within nine years. Of a time that a clock
 * change repeats, only the first counts; a skipped one moves by the gap.
 */
export function nextOccurrence(calendar: Calendar, zone: string, afterMs: number): number | null {
  const own = calendar.zone ?? zone;
  const wall = wallOf(afterMs, own);
  const first = Math.floor((wall - SHIFT_MS) / DAY_MS) * DAY_MS;
  for (let day = first; day < first + SEARCH_DAYS * DAY_MS; day += DAY_MS) {
    if (!isOnDay(calendar, day)) continue;
    const found = firstOfDay(calendar, day, own, { afterMs, fromWall: wall - SHIFT_MS });
    if (found !== null) return found;
  }
  return null;
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

/** Times are tried in the order of the clock. A skipped time may be later than those after it, by less than the gap. */
function firstOfDay(
  { hours, minutes, seconds }: Calendar,
  day: number,
  zone: string,
  { afterMs, fromWall }: { afterMs: number; fromWall: number },
): number | null {
  for (const hour of hours) {
    if (day + (hour + 1) * HOUR_MS <= fromWall) continue;
    for (const minute of minutes)
      for (const second of seconds) {
        const at = momentOf(day + hour * HOUR_MS + minute * MINUTE_MS + second * 1000, zone);
        if (at > afterMs) return at;
      }
  }
  return null;
}
