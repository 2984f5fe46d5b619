import type { AvailabilityCell } from "@/lib/contract/reports/availability";
import { dayNumber, momentOf, wallOf } from "@/lib/domain/core/zone";
import { duration, percent } from "@/lib/presenters/core/format";
import { monthWords } from "@/lib/presenters/maintenance/calendar";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";

/** How much of an hour or a day was down: nothing, under 5 %, under half, or more. `none` without checks. */
export type Level = "none" | "up" | "some" | "much" | "down";

export interface GridCell {
  key: string;
  level: Level;
  /** The cell's text, such as `Tue, Nov 17, 14:00: 98.33%, 1 min down`. */
  text: string;
  /** The day of the month, in calendars. */
  label?: string;
}

/** A table of cells; null where there is none, such as hours to come. */
export interface Grid {
  key: string;
  title: string;
  head: readonly string[];
  rows: readonly { key: string; label: string; cells: readonly (GridCell | null)[] }[];
}

export function levelOf({ availability, coverage, downtime }: AvailabilityCell): Level {
  if (availability === null || (!coverage && downtime === 0)) return "none";
  if (downtime === 0) return "up";
  if (availability >= 95) return "some";
  return availability >= 50 ? "much" : "down";
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function says(cell: AvailabilityCell, when: string): string {
  const level = levelOf(cell);
  if (level === "none") return `${when}: no data`;
  return `${when}: ${percent(cell.availability)}${level === "up" ? "" : `, ${duration(cell.downtime)} down`}`;
}

const dayWords = (wall: number) =>
  new Date(wall).toLocaleString("en-US", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });

/** Returns one row per local day, newest first, with its 24 hours. Of an hour that occurs twice, the worse is shown. */
export function hourGrid(cells: readonly AvailabilityCell[], zone: string): Grid {
  const days = new Map<number, (GridCell | null)[]>();
  const worst = new Map<string, number>();
  for (const cell of cells) {
    const wall = wallOf(Date.parse(cell.at), zone);
    const day = Math.floor(wall / DAY_MS) * DAY_MS;
    const hour = Math.floor((wall - day) / HOUR_MS);
    const row = days.get(day) ?? Array.from({ length: 24 }, () => null);
    days.set(day, row);
    const key = `${day} ${hour}`;
    if ((worst.get(key) ?? -1) >= cell.downtime) continue;
    worst.set(key, cell.downtime);
    const when = `${dayWords(wall)}, ${String(hour).padStart(2, "0")}:00`;
    row[hour] = { key: cell.at, level: levelOf(cell), text: says(cell, when) };
  }
  return {
    key: "hours",
    title: "Availability by hour",
    head: Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")),
    rows: [...days]
      .sort(([a], [b]) => b - a)
      .map(([day, row]) => ({ key: String(day), label: dayWords(day), cells: row })),
  };
}

/** Returns a calendar of weeks for each month that the cells begin in, oldest first. */
export function monthGrids(cells: readonly AvailabilityCell[], zone: string): Grid[] {
  const months = new Map<string, GridCell[]>();
  for (const cell of cells) {
    const wall = wallOf(Date.parse(cell.at), zone);
    const month = new Date(wall).toISOString().slice(0, 7);
    const label = String(new Date(wall).getUTCDate());
    const own = { key: cell.at, level: levelOf(cell), text: says(cell, dayWords(wall)), label };
    months.set(month, [...(months.get(month) ?? []), own]);
  }
  return [...months].map(([month, days]) => {
    const first = (new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7;
    const places = new Map(days.map((day) => [first + Number(day.label) - 1, day]));
    const weeks = Math.ceil((Math.max(...places.keys()) + 1) / 7);
    return {
      key: month,
      title: monthWords(month),
      head: WEEKDAYS,
      rows: Array.from({ length: weeks }, (_, week) => ({
        key: `${month} ${week}`,
        label: "",
        cells: WEEKDAYS.map((_, day) => places.get(week * 7 + day) ?? null),
      })),
    };
  });
}

/** Returns where the local day begins, `days` days before the one of a moment. */
export function startOfDay(at: number, days: number, zone: string): Date {
  return new Date(momentOf((dayNumber(at, zone) - days) * DAY_MS, zone));
}

/** Returns the range of several local months that ends `back` months before the current one. */
export function monthsRange(
  at: number,
  months: number,
  back: number,
  zone: string,
): { from: Date; to: Date } {
  const wall = new Date(wallOf(at, zone));
  const start = (shift: number) =>
    new Date(momentOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + shift, 1), zone));
  return { from: start(1 - months - back), to: start(1 - back) };
}
