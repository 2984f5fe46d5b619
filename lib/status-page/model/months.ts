import { momentOf, wallOf } from "@/lib/domain/core/zone";

const MONTHS_A_PAGE = 3;
const MONTH = /^history\/(\d{4})-(0[1-9]|1[0-2])$/;

/** Returns the months that `history` or `history/2026-08` shows, newest first; null for other paths and months that haven't begun. */
export function historyMonths(path: string, at: Date, zone: string): Date[] | null {
  const match = MONTH.exec(path);
  if (path !== "history" && !match) return null;
  const wall = new Date(wallOf(at.getTime(), zone));
  const newest = match
    ? new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1))
    : new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth()));
  if (newest > wall || newest.getUTCFullYear() < 2000) return null;
  return Array.from({ length: MONTHS_A_PAGE }, (_, back) => addMonths(newest, -back));
}

/** Returns when the months of a history page begin and end in a zone. */
export function monthsSpan(months: readonly Date[], zone: string): { from: Date; to: Date } {
  const times = months.map((month) => month.getTime());
  const after = addMonths(new Date(Math.max(...times)), 1);
  return {
    from: new Date(momentOf(Math.min(...times), zone)),
    to: new Date(momentOf(after.getTime(), zone)),
  };
}

export function addMonths(month: Date, count: number): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count));
}
