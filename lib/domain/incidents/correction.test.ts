import { expect, test } from "vitest";
import { correctIncidents, movedText } from "./correction";
import { STABLE_RECOVERY_MS } from "./flapping";
import type { RecordedIncident } from "./recorded-incident";
import type { ReplayedIncident } from "./replay";

const RECORDED: RecordedIncident = {
  ...{ id: 1, at: 1000, recoveredAt: 5000, status: "recovered", up: [], fixed: false },
  waitingUntil: 5000 + STABLE_RECOVERY_MS,
};
/** Result of the rules once late results added an earlier incident: the recovery must wait. */
const WAITING: ReplayedIncident = {
  ...{ at: 1000, alertedAt: 1100, recoveredAt: null, reason: "", status: "recovering", opening: null },
  ...{ up: [{ from: 5000, to: null }], waitingSince: 5000, latest: { at: 5000, reason: "" } },
};

test("an incident that was announced as recovered, and would wait now, is corrected once and not with every late result", () => {
  expect(correctIncidents([{ ...RECORDED, waitingUntil: null }], [WAITING])).toMatchObject([
    { kind: "change" },
  ]);
  expect(correctIncidents([RECORDED], [WAITING])).toEqual([]);
});

test("says when an incident moved, but not within a second, which its times don't show", () => {
  const at = Date.parse("2026-11-27T13:03:51.200Z");
  const recorded = { ...RECORDED, at, recoveredAt: at + 60_000 };
  expect(movedText(recorded, at - 1000, at + 62_000)).toBe(
    "Corrected by late results: the incident began at 13:03:50 UTC, not at 13:03:51 UTC, and the monitor recovered at 13:04:53 UTC, not at 13:04:51 UTC.",
  );
  expect(movedText(recorded, at - 100, at + 60_100)).toBeNull();
});
