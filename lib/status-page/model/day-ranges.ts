import type { DayBar } from "@/lib/domain/status-pages/day-bars";

/** A day that gets its own line, and its position among the bars. */
export interface NotableDay {
  readonly index: number;
  readonly day: DayBar;
}

export interface DayParts {
  /** Days with trouble or an incident, oldest first. */
  readonly notable: readonly NotableDay[];
  /** Runs of days without data, `[first index, length]`. */
  readonly empty: ReadonlyArray<readonly [number, number]>;
}

/** Separates notable days and runs of days without data from ordinary ones. */
export function dayParts(days: readonly DayBar[]): DayParts {
  const notable: NotableDay[] = [];
  const empty: Array<[number, number]> = [];
  days.forEach((day, index) => {
    const last = empty.at(-1);
    if (isNotable(day)) notable.push({ index, day });
    else if (day.state !== "empty") return;
    else if (last && last[0] + last[1] === index) last[1] += 1;
    else empty.push([index, 1]);
  });
  return { notable, empty };
}

/** Returns whether a day had trouble or an incident. */
export function isNotable({ state, slugs }: Pick<DayBar, "state" | "slugs">): boolean {
  return (state !== "operational" && state !== "empty") || slugs.length > 0;
}
