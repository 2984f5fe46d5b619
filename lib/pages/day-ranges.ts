import type { DayBar } from "@/lib/domain/day-bars";
import type { PageState } from "@/lib/domain/page-state";

/** Consecutive days that say the same: one line for a reader. Days with trouble stand alone. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly state: PageState;
  readonly day: DayBar;
  /** Index of the first day among the bars, and how many there are. */
  readonly start: number;
  readonly count: number;
}

/** Cuts the bars, oldest first, into ranges that cover every day exactly once. */
export function dayRanges(days: readonly DayBar[]): DayRange[] {
  const ranges: DayRange[] = [];
  days.forEach((day, index) => {
    const last = ranges.at(-1);
    const plain = day.state === "operational" || day.state === "empty";
    if (last && plain && last.state === day.state && day.slugs.length === 0 && last.day.slugs.length === 0) {
      ranges[ranges.length - 1] = { ...last, to: day.date, count: last.count + 1 };
    } else {
      ranges.push({ from: day.date, to: day.date, state: day.state, day, start: index, count: 1 });
    }
  });
  return ranges;
}
