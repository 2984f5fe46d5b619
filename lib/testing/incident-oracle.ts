import { MAX_SUCCESSES } from "@/lib/domain/checks/region-state";
import type { IncidentSpan, Simulated, SimulatedCheck } from "./histories/virtual-runner";

type Setting = Pick<Simulated, "regions" | "rules" | "intervalSeconds" | "timeoutMs" | "cuts">;

/**
 * Returns the expected incidents by a second definition: instead of stepping through states, it asks at each moment what the checks up to
 * then say. A region is down if its newest confirmed streak (enough consecutive checks of one outcome, ignoring inconclusive ones) is
 * one of failures. An incident lasts from the moment when enough regions are down until fewer are.
 */
export function oracleSpans(checks: readonly SimulatedCheck[], world: Setting): IncidentSpan[] {
  const histories = new Map(world.regions.map((region) => [region, new History(checks, region, world)]));
  const spans: { at: number; openedAt: number; recoveredAt: number | null }[] = [];
  for (const check of checks) {
    if (check.outcome !== "up" && check.outcome !== "down") continue;
    const views = [...histories.values()].map((history) => history.at(check));
    const [loud, silent] = [views.filter((view) => !view.silent), views.filter((view) => view.silent)];
    const failing = loud.filter((view) => view.failingSince !== null);
    const open = spans.at(-1)?.recoveredAt === null ? spans.at(-1) : undefined;
    if (!open) {
      const starts = failing.map((view) => view.failingSince ?? 0).sort((a, b) => a - b);
      const at = starts[world.rules.regionsRequired - 1];
      if (at !== undefined) spans.push({ at, openedAt: check.known, recoveredAt: null });
      continue;
    }
    // A region that failed and went silent still counts while a reporting one fails; alone it proves nothing.
    const unheard = silent.filter((view) => view.failingSince !== null).length;
    const counted = failing.length > 0 ? failing.length + unheard : 0;
    const someoneKnows = failing.length > 0 || loud.some((view) => view.seenUp);
    if (counted >= world.rules.regionsRequired || !someoneKnows) continue;
    const decider = histories.get(check.region)?.at(check);
    const own = decider?.upSince ?? check.at;
    const others = loud.flatMap((view) => (view.failingSince === null ? (view.upSince ?? []) : []));
    const isNews = Math.min(decider?.ups ?? 0, MAX_SUCCESSES) === world.rules.consecutiveSuccesses;
    const since = isNews ? own : Math.max(own, ...others);
    open.recoveredAt = since > open.at ? since : Math.max(check.at, open.at + 1000);
  }
  return spans;
}

interface View {
  /** Start of the region's streak of failures; null if it is not failing. */
  readonly failingSince: number | null;
  /** Start of the current streak of successes. */
  readonly upSince: number | null;
  /** The number of successes in it. */
  readonly ups: number;
  readonly seenUp: boolean;
  readonly silent: boolean;
}

/** The checks of one region. Call `at` in chronological order only. */
class History {
  private readonly all: readonly SimulatedCheck[];
  private readonly clear: readonly SimulatedCheck[];

  constructor(
    checks: readonly SimulatedCheck[],
    region: string,
    private readonly world: Setting,
  ) {
    this.all = checks.filter((check) => check.region === region);
    this.clear = this.all.filter((check) => check.outcome === "up" || check.outcome === "down");
  }

  at(moment: SimulatedCheck): View {
    const end = this.clear.findLastIndex((check) => check.at <= moment.at);
    const heard = this.all.findLast((check) => check.at <= moment.at);
    const { consecutiveFailures, consecutiveSuccesses } = this.world.rules;
    const down = this.newestStreak(end, "down", consecutiveFailures);
    const up = this.newestStreak(end, "up", consecutiveSuccesses);
    return {
      failingSince: down > up ? this.firstConfirmed(up, down, consecutiveFailures) : null,
      upSince: this.lastDown(end) === end ? null : (this.clear[this.lastDown(end) + 1]?.at ?? null),
      ups: end - this.lastDown(end),
      seenUp: this.clear.slice(0, end + 1).some((check) => check.outcome === "up"),
      silent: heard !== undefined && this.cutOff(heard, moment.at),
    };
  }

  /** Returns the index of the newest check up to `end` that completes `length` consecutive checks of one outcome; -1 if there is none. */
  private newestStreak(end: number, outcome: SimulatedCheck["outcome"], length: number): number {
    for (let last = end; last >= length - 1; last -= 1)
      if (this.clear.slice(last - length + 1, last + 1).every((check) => check.outcome === outcome))
        return last;
    return -1;
  }

  /** Returns the start of the first confirmed failure after the newest confirmed recovery, which is that of its first check. */
  private firstConfirmed(after: number, newest: number, length: number): number | null {
    for (let last = Math.max(after + 1, length - 1); last <= newest; last += 1)
      if (this.clear.slice(last - length + 1, last + 1).every((check) => check.outcome === "down"))
        return this.clear[last - length + 1]?.at ?? null;
    return null;
  }

  private lastDown(end: number): number {
    return this.clear.slice(0, end + 1).findLastIndex((check) => check.outcome === "down");
  }

  private cutOff(heard: SimulatedCheck, atMs: number): boolean {
    const limitMs = 3 * this.world.intervalSeconds * 1000 + this.world.timeoutMs;
    if (atMs - heard.at <= limitMs) return false;
    return this.world.cuts.some((cut) => cut.region === heard.region && cut.from < atMs && cut.to > heard.at);
  }
}
