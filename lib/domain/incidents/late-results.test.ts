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
