import type { PageState } from "./page-state";

/** Successive days in the same state. */
export interface DayRun {
  readonly state: PageState;
  readonly days: number;
}

/** Joins successive days in the same state. */
export function dayRuns(days: readonly { readonly state: PageState }[]): DayRun[] {
  const runs: { state: PageState; days: number }[] = [];
  for (const { state } of days) {
    const last = runs.at(-1);
    if (last?.state === state) last.days += 1;
    else runs.push({ state, days: 1 });
  }
  return runs;
}
