import { expect, test } from "vitest";
import { unknownRegion } from "@/lib/domain/checks/region-state";
import { recompute } from "./late-results";
import { type ReplayedIncident, replay } from "./replay";
import type { StoredResult } from "./replay-facts";

const START = 1_800_000_000_000;
const at = (seconds: number) => START + seconds * 1000;
const REGIONS = ["eu-deu-fra", "na-usa-iad"] as const;
const FACTS = { monitorId: 1, regions: REGIONS, timeoutMs: 10_000, pauses: [], quarantines: [] };
const SETTINGS = { consecutiveFailures: 1, consecutiveSuccesses: 2, regionsRequired: 1, intervalSeconds: 60 };

function result(seconds: number, region: (typeof REGIONS)[number], outcome: "up" | "down"): StoredResult {
  const error = outcome === "down" ? { code: "timeout", message: "No answer." } : null;
  return { region, scheduledAt: at(seconds), startedAt: at(seconds), durationMs: 100, outcome, error };
}

/** Records incidents as the engine does. */
function record(incidents: readonly ReplayedIncident[]) {
  return incidents.map((each, id) => ({
    ...each,
    id,
    status: each.recoveredAt === null ? each.status : ("recovered" as const),
    waitingUntil: null,
    fixed: false,
  }));
}

test("corrects an incident as if the late result had been there, even if its recovery was confirmed by another region", () => {
  const [first, second] = REGIONS;
  const late = result(120, first, "up");
  const onTime = [
    ...[result(0, first, "down"), result(3, second, "down"), result(60, first, "up")],
    ...[result(63, second, "up"), result(123, second, "up"), result(180, first, "up")],
  ];
  // Without the late result, the first region confirms last, so the recovery seems to precede the other region's.
  const recorded = record(replay(onTime, FACTS, SETTINGS));
  expect(recorded).toMatchObject([{ at: at(0), recoveredAt: at(60) }]);
  const results = [...onTime, late].sort((a, b) => a.startedAt - b.startedAt);
  const present = new Map(
    REGIONS.map((region) => [region, { ...unknownRegion(region), lastScheduledAt: at(180) }]),
  );
  const history = { since: at(-900), results, present, recorded, facts: FACTS, settings: SETTINGS };
  const corrected = recompute(history, { from: late.startedAt, nowMs: at(200), isAll: true });
  expect(corrected?.corrections).toMatchObject([
    { kind: "change", incident: { at: at(0), recoveredAt: at(63), up: [] } },
  ]);
});

test("reads more history if a region has been failing since before it and nothing says since when", () => {
  const [first, second] = REGIONS;
  const settings = { ...SETTINGS, consecutiveFailures: 1, regionsRequired: 2 };
  const minutes = [0, 60, 120, 180, 240, 300, 360].map(
    (seconds) =>
      [result(seconds, first, "down"), result(seconds + 3, second, seconds < 60 ? "down" : "up")] as const,
  );
  const all = minutes.flat();
  const recorded = record(replay(all, FACTS, settings));
  expect(recorded).toMatchObject([{ at: at(3), recoveredAt: at(63) }]);
  // Without the late failures, the first region seemed to recover and to fail again.
  const present = new Map([
    [
      first,
      {
        ...unknownRegion(first),
        health: "failing" as const,
        failingSince: at(360),
        lastScheduledAt: at(360),
      },
    ],
    [
      second,
      {
        ...unknownRegion(second),
        health: "healthy" as const,
        healthySince: at(63),
        lastScheduledAt: at(363),
      },
    ],
  ]);
  const recomputedSince = (since: number) =>
    recompute(
      {
        since,
        results: all.filter(({ startedAt }) => startedAt >= since),
        present,
        recorded,
        facts: FACTS,
        settings,
      },
      { from: at(300), nowMs: at(365), isAll: false },
    );
  expect(recomputedSince(at(30))).toBeNull();
  expect(recomputedSince(at(-60))?.states.get(first)?.failingSince).toBe(at(0));
});
