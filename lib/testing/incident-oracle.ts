import type { IncidentSpan, Look, Simulated } from "./virtual-runner";

type Setting = Pick<Simulated, "regions" | "rules" | "intervalSeconds" | "timeoutMs" | "cuts">;

/**
 * Which incidents there must be, said a second way: no states that step along, but for each moment the question what the looks
 * up to it say. A region fails when its newest confirmed streak (so many looks of one kind in a row, doubtful ones left out) is one
 * of failures. An incident lasts from the moment when enough regions fail until fewer do.
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
    // A region that failed and fell silent still counts while one that is heard fails; alone it proves nothing.
    const unheard = silent.filter((view) => view.failingSince !== null).length;
    const held = failing.length > 0 ? failing.length + unheard : 0;
    const someoneKnows = failing.length > 0 || loud.some((view) => view.seenUp);
    if (held >= world.rules.regionThreshold || !someoneKnows) continue;
    const since = histories.get(look.region)?.at(look).upSince ?? look.at;
    open.recoveredAt = since > open.at ? since : Math.max(look.at, open.at + 1000);
  }
  return spans;
}

interface View {
  /** Start of the streak of failures that the region is in, null when it is not failing. */
  readonly failingSince: number | null;
  /** Start of the running streak of successes. */
  readonly upSince: number | null;
  readonly seenUp: boolean;
  readonly silent: boolean;
}

/** What one region saw. `at` is asked in order of time only. */
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

  /** Index of the newest look up to `end` that ends `length` looks of one outcome in a row; -1 without. */
  private newestStreak(end: number, outcome: Look["outcome"], length: number): number {
    for (let last = end; last >= length - 1; last -= 1)
      if (this.clear.slice(last - length + 1, last + 1).every((look) => look.outcome === outcome))
        return last;
    return -1;
  }

  /** Start of the first confirmed failure after the newest confirmed recovery: that of its first look. */
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
