import type { DayBar } from "@/lib/domain/status-pages/day-bars";

/** A day that gets its own line, and its position among the bars. */
export interface NotableDay {
  readonly index: number;
  readonly day: DayBar;
}

export interface DayParts {
  /** Days with trouble or an incident, oldest first. */
  readonly notable: readonly NotableDay[];
  /** Runs of ordinary days, `[first index, length]`. Together with `notable` they cover every day once. */
  readonly good: ReadonlyArray<readonly [number, number]>;
  readonly empty: ReadonlyArray<readonly [number, number]>;
}

/** Separates notable days from runs of ordinary ones. */
export function dayParts(days: readonly DayBar[]): DayParts {
  const notable: NotableDay[] = [];
  const runs = { operational: [] as Array<[number, number]>, empty: [] as Array<[number, number]> };
  days.forEach((day, index) => {
    if (isNotable(day)) {
      notable.push({ index, day });
      return;
    }
    const run = runs[day.state === "empty" ? "empty" : "operational"];
    const last = run.at(-1);
    if (last && last[0] + last[1] === index) last[1] += 1;
    else run.push([index, 1]);
  });
  return { notable, good: runs.operational, empty: runs.empty };
}

/** Returns whether a day had trouble or an incident. */
export function isNotable({ state, slugs }: Pick<DayBar, "state" | "slugs">): boolean {
  return (state !== "operational" && state !== "empty") || slugs.length > 0;
}
