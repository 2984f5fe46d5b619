import type { IncidentSpan, Look, Simulated } from "./histories/virtual-runner";

type Setting = Pick<Simulated, "regions" | "rules" | "intervalSeconds" | "timeoutMs" | "cuts">;

/**
 * Returns the expected incidents by a second definition: instead of stepping through states, it asks at each moment what the checks up to
 * then say. A region is down if its newest confirmed streak (enough consecutive checks of one outcome, ignoring inconclusive ones) is
 * one of failures. An incident lasts from the moment when enough regions are down until fewer are.
 */
export function oracleSpans(looks: readonly Look[], world: Setting): IncidentSpan[] {
  const histories = new Map(world.regions.map((region) => [region, new History(looks, region, world)]));
  const spans: { at: number; openedAt: number; recoveredAt: number | null }[] = [];
  for (const look of looks) {
    if (look.outcome !== "up" && look.outcome !== "down") continue;
    const views = [...histories.values()].map((history) => history.at(look));
    const [loud, silent] = [views.filter((view) => !view.silent), views.filter((view) => view.silent)];
    const failing = loud.filter((view) => view.failingSince !== null);
    const open = spans.at(-1)?.recoveredAt === null ? spans.at(-1) : undefined;
    if (!open) {
      const starts = failing.map((view) => view.failingSince ?? 0).sort((a, b) => a - b);
      const at = starts[world.rules.regionThreshold - 1];
      if (at !== undefined) spans.push({ at, openedAt: look.known, recoveredAt: null });
      continue;
    }
    // A region that failed and went silent still counts while a reporting one fails; alone it proves nothing.
    const unheard = silent.filter((view) => view.failingSince !== null).length;
    const counted = failing.length > 0 ? failing.length + unheard : 0;
    const someoneKnows = failing.length > 0 || loud.some((view) => view.seenUp);
    if (counted >= world.rules.regionThreshold || !someoneKnows) continue;
    const since = histories.get(look.region)?.at(look).upSince ?? look.at;
    open.recoveredAt = since > open.at ? since : Math.max(look.at, open.at + 1000);
  }
  return spans;
}

interface View {
  /** Start of the region's streak of failures; null if it is not failing. */
  readonly failingSince: number | null;
  /** Start of the current streak of successes. */
  readonly upSince: number | null;
  readonly seenUp: boolean;
  readonly silent: boolean;
}

/** The checks of one region. Call `at` in chronological order only. */
class History {
  private readonly all: readonly Look[];
  private readonly clear: readonly Look[];

  constructor(
    looks: readonly Look[],
    region: string,
    private readonly world: Setting,
  ) {
    this.all = looks.filter((look) => look.region === region);
    this.clear = this.all.filter((look) => look.outcome === "up" || look.outcome === "down");
  }

  at(moment: Look): View {
    const end = this.clear.findLastIndex((look) => look.at <= moment.at);
    const heard = this.all.findLast((look) => look.at <= moment.at);
    const { incidentConfirmations, recoveryConfirmations } = this.world.rules;
    const down = this.newestStreak(end, "down", incidentConfirmations);
    const up = this.newestStreak(end, "up", recoveryConfirmations);
    return {
      failingSince: down > up ? this.firstConfirmed(up, down, incidentConfirmations) : null,
      upSince: this.runningUp(end),
      seenUp: this.clear.slice(0, end + 1).some((look) => look.outcome === "up"),
      silent: heard !== undefined && this.cutOff(heard, moment.at),
    };
  }

  /**
   * Returns the index of the newest check up to `end` that completes `length` consecutive checks of one outcome; -1 if there is
   * none.
   */
  private newestStreak(end: number, outcome: Look["outcome"], length: number): number {
    for (let last = end; last >= length - 1; last -= 1)
      if (this.clear.slice(last - length + 1, last + 1).every((look) => look.outcome === outcome))
        return last;
    return -1;
  }

  /** Returns the start of the first confirmed failure after the newest confirmed recovery, which is that of its first check. */
  private firstConfirmed(after: number, newest: number, length: number): number | null {
    for (let last = Math.max(after + 1, length - 1); last <= newest; last += 1)
      if (this.clear.slice(last - length + 1, last + 1).every((look) => look.outcome === "down"))
        return this.clear[last - length + 1]?.at ?? null;
    return null;
  }

  private runningUp(end: number): number | null {
    const lastDown = this.clear.slice(0, end + 1).findLastIndex((look) => look.outcome === "down");
    return lastDown === end ? null : (this.clear[lastDown + 1]?.at ?? null);
  }

  private cutOff(heard: Look, atMs: number): boolean {
    const limitMs = 3 * this.world.intervalSeconds * 1000 + this.world.timeoutMs;
    if (atMs - heard.at <= limitMs) return false;
    return this.world.cuts.some((cut) => cut.region === heard.region && cut.from < atMs && cut.to > heard.at);
  }
}
