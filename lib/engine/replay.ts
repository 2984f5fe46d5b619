import { Replay, type ReplayedIncident } from "@/lib/domain/incidents/replay";
import { compareReplays, downtimeOf, type ReplayDifference } from "@/lib/domain/incidents/replay-difference";
import type { ReplaySettings } from "@/lib/domain/incidents/replay-facts";
import { replayNotes, replaySentence } from "@/lib/domain/incidents/replay-words";
import { env } from "@/lib/shared/env";
import { pausesForReplay, quarantinesForReplay, recordedIncidents } from "@/lib/store/incidents/replay-facts";
import { resultPages } from "@/lib/store/incidents/replay-results";
import { namedRegions } from "@/lib/store/runners/runners";

export interface ReplayedMonitor {
  readonly projectId: number;
  readonly monitorId: number;
  readonly regions: readonly string[];
  readonly timeoutMs: number;
  readonly settings: ReplaySettings;
}

export interface ReplayReport extends ReplayDifference {
  readonly results: number;
  /** Scheduled times of the oldest and newest stored result, in epoch milliseconds. Null without results. */
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly retentionDays: number;
  readonly present: readonly ReplayedIncident[];
  readonly other: readonly ReplayedIncident[];
  /** Recorded incidents of the monitor in this window. */
  readonly recorded: number;
  /** Seconds. */
  readonly downtime: { readonly present: number; readonly other: number };
  readonly sentence: string;
  readonly notes: readonly string[];
}

/**
 * Replays a monitor's stored results with other settings and compares them to the current settings. The interval must be
 * valid (`intervalObjection` returns null).
 */
export async function replayMonitor(
  monitor: ReplayedMonitor,
  change: Partial<ReplaySettings>,
  from: Date,
  to: Date,
): Promise<ReplayReport> {
  const { projectId, monitorId, regions, timeoutMs, settings } = monitor;
  const asked = { ...settings, ...change };
  const place = { projectId, monitorId, from, to };
  const [pauses, quarantines] = await Promise.all([
    pausesForReplay(place),
    quarantinesForReplay(regions, to),
  ]);
  const facts = { monitorId, regions, timeoutMs, pauses, quarantines };
  const named = await namedRegions();
  const runs = [
    new Replay(facts, { ...settings, named }),
    new Replay(facts, { ...asked, named }, settings.intervalSeconds),
  ] as const;
  let [results, oldest, newest]: [number, number | null, number | null] = [0, null, null];
  for await (const page of resultPages(projectId, monitorId, from, to)) {
    oldest ??= page[0]?.scheduledAt ?? null;
    newest = page.at(-1)?.scheduledAt ?? newest;
    results += page.length;
    for (const result of page) for (const run of runs) run.take(result);
  }
  const [present, other] = [runs[0].finish(to.getTime()), runs[1].finish(to.getTime())];
  const covered = { from: oldest ?? from.getTime(), to: to.getTime() };
  const difference = compareReplays(present, other, asked);
  const retentionDays = env().RETENTION_DAYS;
  const recorded = await recordedIncidents({ ...place, from: new Date(covered.from) });
  const known = { present: settings, other: asked, retentionDays, oldest, from: from.getTime(), recorded };
  return {
    ...difference,
    ...{ results, oldest, newest, retentionDays, present, other, recorded },
    downtime: { present: downtimeOf(present, covered, pauses), other: downtimeOf(other, covered, pauses) },
    sentence: replaySentence(settings, asked, difference),
    notes: replayNotes({
      ...known,
      replayed: present.length,
    }),
  };
}
