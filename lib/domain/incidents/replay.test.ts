import { expect, test } from "vitest";
import { intervalObjection, replay } from "./replay";
import type { ReplayFacts, StoredResult } from "./replay-facts";

const START = 1_800_000_000_000;
const SETTINGS = { consecutiveFailures: 1, consecutiveSuccesses: 1, regionsRequired: 1, intervalSeconds: 60 };
const FACTS: ReplayFacts = {
  monitorId: 1,
  regions: ["eu-deu-fra"],
  timeoutMs: 10_000,
  pauses: [],
  quarantines: [],
};
type Word = StoredResult["outcome"];

/** One result per minute, 7 seconds in, as a monitor's own phase would place it. */
function minutes(outcomes: readonly Word[], region = "eu-deu-fra"): StoredResult[] {
  return outcomes.map((outcome, index) => {
    const scheduledAt = START + index * 60_000 + 7000;
    const error = outcome === "down" ? { code: "timeout" as const, message: "No answer." } : null;
    return { region, scheduledAt, startedAt: scheduledAt, durationMs: 100, outcome, error };
  });
}

const starts = (results: readonly StoredResult[], change: Partial<ReplayFacts> = {}, settings = SETTINGS) =>
  replay(results, { ...FACTS, ...change }, settings, 60).map(({ at }) => at - START);

test("a longer interval misses the outage between its checks and finds the long one", () => {
  const results = minutes(["up", "down", "up", "up", "down", "down", "up", "up"]);
  const seen = (intervalSeconds: number) => starts(results, {}, { ...SETTINGS, intervalSeconds });
  expect(seen(60)).toEqual([67_000, 247_000]);
  expect(seen(120)).toEqual([247_000]);
});

test("at a longer interval, rechecks unconfirmed results immediately, like a runner", () => {
  const results = minutes(["up", "up", "down", "down", "up", "up", "up"]);
  const settings = { ...SETTINGS, intervalSeconds: 120, consecutiveFailures: 2 };
  expect(starts(results, {}, settings)).toEqual([127_000]);
});

test("rejects a shorter or non-multiple interval and states the allowed ones", () => {
  expect(intervalObjection(60, 30)).toContain("whole multiple of the current interval of 60 seconds; got 30");
  expect(intervalObjection(120, 180)).toContain("got 180");
  expect(intervalObjection(60, 300)).toBeNull();
});

test("ignores results from a pause", () => {
  const pauses = [{ from: START + 60_000, to: START + 200_000 }];
  expect(starts(minutes(["up", "down", "down", "up", "down"]), { pauses })).toEqual([247_000]);
});

test("inconclusive and missed results neither confirm nor break a streak", () => {
  const settings = { ...SETTINGS, consecutiveFailures: 2 };
  expect(starts(minutes(["up", "down", "inconclusive", "up", "down", "missed"]), {}, settings)).toEqual([]);
  expect(starts(minutes(["up", "down", "inconclusive", "missed", "down"]), {}, settings)).toEqual([67_000]);
});

test("ignores a region while it was quarantined, and counts it afterward", () => {
  const regions = ["eu-deu-fra", "na-usa-iad"];
  const results = [
    ...minutes(["up", "down", "down", "up", "up", "down"]),
    ...minutes(["up", "up", "up", "up", "up", "up"], "na-usa-iad"),
  ];
  const quarantine = {
    region: "eu-deu-fra",
    kind: "quarantined" as const,
    since: START + 60_000,
    reason: "alone",
  };
  const quarantines = [{ ...quarantine, releasedAt: START + 200_000 }];
  expect(starts(results, { regions })).toEqual([67_000, 307_000]);
  expect(starts(results, { regions, quarantines })).toEqual([307_000]);
});

test("a quarantine that begins seconds after a result prevents its incident, unless that was recorded", () => {
  const since = START + 70_000;
  const quarantines = [
    { region: "eu-deu-fra", kind: "gated" as const, since, reason: "", releasedAt: since + 60_000 },
  ];
  const results = minutes(["up", "down", "up"]);
  const at = START + 67_000;
  const recorded = [
    {
      ...{ id: 1, at, recoveredAt: at + 60_000, waitingUntil: null },
      status: "recovered",
      up: [],
      fixed: false,
    },
  ] as const;
  expect(starts(results, { quarantines })).toEqual([]);
  expect(starts(results, { quarantines, recorded })).toEqual([67_000]);
});

test("a quarantine that began before the next check prevented an incident that wasn't recorded: the result waited for the database", () => {
  const since = START + 90_000;
  const quarantines = [
    { region: "eu-deu-fra", kind: "gated" as const, since, reason: "", releasedAt: since + 1000 },
  ];
  const results = minutes(["up", "down", "up"]);
  expect(starts(results, { quarantines })).toEqual([67_000]);
  expect(starts(results, { quarantines, recorded: [] })).toEqual([]);
});

test("a gate that begins later doesn't make failures count that an earlier quarantine ignored", () => {
  const regions = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"];
  const results = [
    ...minutes(["up", "down"]),
    ...minutes(["up", "up", "down"], "na-usa-iad"),
    ...minutes(["up", "up", "up"], "as-sgp-sin"),
  ];
  const region = { region: "eu-deu-fra", reason: "" };
  const quarantined = {
    ...region,
    kind: "quarantined" as const,
    since: START + 60_000,
    releasedAt: START + 110_000,
  };
  const gated = { ...region, kind: "gated" as const, since: START + 150_000, releasedAt: null };
  const settings = { ...SETTINGS, regionsRequired: 2 };
  expect(starts(results, { regions }, settings)).toEqual([127_000]);
  for (const quarantines of [[quarantined], [quarantined, gated]])
    expect(starts(results, { regions, quarantines, recorded: [] }, settings)).toEqual([]);
});

test("a gate that begins seconds after a recovery doesn't keep the incident open", () => {
  const regions = ["eu-deu-fra", "na-usa-iad"];
  const results = [...minutes(["up", "down"]), ...minutes(["up", "down", "down", "up"], "na-usa-iad")].sort(
    (a, b) => a.startedAt - b.startedAt,
  );
  const region = { region: "eu-deu-fra", reason: "" };
  // The failure of this region was ignored, and it hasn't been checked since.
  const quarantines = [
    { ...region, kind: "quarantined" as const, since: START + 100_000, releasedAt: START + 110_000 },
    { ...region, kind: "gated" as const, since: START + 190_000, releasedAt: START + 195_000 },
  ];
  expect(replay(results, { ...FACTS, regions, quarantines }, SETTINGS, 60)).toMatchObject([
    { at: START + 67_000, recoveredAt: START + 187_000 },
  ]);
});

test("a quarantine that begins seconds after a result doesn't end an incident that was recorded as open", () => {
  const regions = ["eu-deu-fra", "na-usa-iad"];
  const results = [
    ...minutes(["up", "down", "down", "up"]),
    ...minutes(["up", "down", "up", "up"], "na-usa-iad"),
  ].sort((a, b) => a.startedAt - b.startedAt);
  const since = START + 130_000;
  const quarantines = [
    { region: "eu-deu-fra", kind: "quarantined" as const, since, reason: "", releasedAt: since + 1000 },
  ];
  const [at, end] = [START + 67_000, START + 187_000];
  const recorded = [
    { id: 1, at, recoveredAt: end, waitingUntil: null, status: "recovered", up: [], fixed: false },
  ] as const;
  const recoveries = (facts: Partial<ReplayFacts>) =>
    replay(results, { ...FACTS, regions, quarantines, ...facts }, SETTINGS, 60).map(
      ({ recoveredAt }) => recoveredAt,
    );
  expect(recoveries({ recorded })).toEqual([end]);
  expect(recoveries({})).toEqual([START + 127_000]);
});

test("a quarantine that begins soon after a recovery is confirmed doesn't move that recovery", () => {
  const regions = ["eu-deu-fra", "na-usa-iad"];
  const results = [
    ...minutes(["up", "down", "down", "down", "down", "down"]),
    ...minutes(["up", "down", "up", "up", "up", "up"], "na-usa-iad"),
  ].sort((a, b) => a.startedAt - b.startedAt);
  const since = START + 250_000;
  const quarantines = [
    { region: "eu-deu-fra", kind: "quarantined" as const, since, reason: "", releasedAt: null },
  ];
  const [at, end] = [START + 67_000, START + 127_000];
  const recorded = [
    { id: 1, at, recoveredAt: end, waitingUntil: null, status: "recovered", up: [], fixed: false },
  ] as const;
  const settings = { ...SETTINGS, consecutiveSuccesses: 3, regionsRequired: 2 };
  const facts = { ...FACTS, regions, quarantines, recorded };
  expect(replay(results, facts, settings, 60)).toMatchObject([{ at, recoveredAt: end }]);
});

test("the third recovery within an hour waits ten minutes, as in ingest, and produces one incident", () => {
  const flapping = minutes(["up", "down", "up", "down", "up", "down", "up", "down", "up", "down"]);
  expect(starts(flapping)).toEqual([67_000, 187_000, 307_000]);
});

test("a region that went silent while failing does not keep an incident open once the others are up", () => {
  const regions = ["eu-deu-fra", "na-usa-iad"];
  const failing = minutes(["up", "down"]);
  const well = minutes(["up", "up", "up", "up", "up", "up", "up"], "na-usa-iad");
  const [only] = replay([...failing, ...well], { ...FACTS, regions }, SETTINGS);
  // The silent region last reported at 1:07. After three intervals and a timeout it no longer counts.
  expect(only).toMatchObject({ at: START + 67_000, recoveredAt: START + 307_000 });
});
