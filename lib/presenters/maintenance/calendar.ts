import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { DAY_MS } from "@/lib/shared/durations";

const DAYS_PER_WEEK = 7;

/** One day of the calendar with the windows that run on it. */
export interface CalendarDay {
  /** `2026-11-02`. */
  date: string;
  inMonth: boolean;
  isToday: boolean;
  windows: {
    id: number;
    title: string;
    state: MaintenanceWindow["state"] /** Empty when it began before. */;
    starts: string;
  }[];
}

type Shown = Pick<MaintenanceWindow, "id" | "title" | "state" | "starts_at" | "ends_at">;

/** Returns the month of a URL, such as `2026-11`, or the current one in the time zone. */
export function readMonth(given: string | null, now: Date, zone: string): string {
  if (given !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(given)) return given;
  return new Date(wallOf(now.getTime(), zone)).toISOString().slice(0, 7);
}

/** Returns the month some months later or, if negative, earlier. */
export function shiftedMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Formats a month: `November 2026`. */
export function monthWords(month: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(`${month}-01T00:00:00Z`).toLocaleString("en", options);
}

/** Returns the local times, as UTC values, of the first midnight shown and of the one after the last day: whole weeks from Monday. */
function shownWall(month: string): { from: number; to: number } {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const end = Date.parse(`${shiftedMonth(month, 1)}-01T00:00:00Z`);
  const sinceMonday = (at: number) => (new Date(at).getUTCDay() + 6) % DAYS_PER_WEEK;
  const rest = (DAYS_PER_WEEK - sinceMonday(end)) % DAYS_PER_WEEK;
  return { from: first - sinceMonday(first) * DAY_MS, to: end + rest * DAY_MS };
}

/** Returns the moments between which the calendar shows windows. */
export function shownSpan(month: string, zone: string): { from: string; to: string } {
  const { from, to } = shownWall(month);
  return {
    from: new Date(momentOf(from, zone)).toISOString(),
    to: new Date(momentOf(to, zone)).toISOString(),
  };
}

/** Returns the weeks of a month, from Monday, with the windows of each day in the time zone. */
export function monthWeeks(
  month: string,
  windows: readonly Shown[],
  zone: string,
  now: Date,
): CalendarDay[][] {
  const { from, to } = shownWall(month);
  const today = new Date(wallOf(now.getTime(), zone)).toISOString().slice(0, 10);
  const local = windows
    .map((window) => ({
      ...window,
      from: wallOf(Date.parse(window.starts_at), zone),
      to: wallOf(Date.parse(window.ends_at), zone),
    }))
    .sort((a, b) => a.from - b.from || a.id - b.id);
  const days = Array.from({ length: (to - from) / DAY_MS }, (_, at): CalendarDay => {
    const start = from + at * DAY_MS;
    const date = new Date(start).toISOString().slice(0, 10);
    const running = local.filter((window) => window.from < start + DAY_MS && window.to > start);
    return {
      date,
      inMonth: date.startsWith(month),
      isToday: date === today,
      windows: running.map(({ id, title, state, from: begins }) => ({
        id,
        title,
        state,
        starts: begins >= start ? new Date(begins).toISOString().slice(11, 16) : "",
      })),
    };
  });
  return Array.from({ length: days.length / DAYS_PER_WEEK }, (_, week) =>
    days.slice(week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK),
  );
}
