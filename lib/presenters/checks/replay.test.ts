import { expect, test } from "vitest";
import type { Replay } from "@/lib/contract/incidents/replay";
import { answerableIntervals, answers, replayChanges, replayRows } from "./replay";

const incident = (from: string, to: string | null, alerted = from) => ({
  incident_at: `2026-01-31T${from}Z`,
  alerted_at: `2026-01-31T${alerted}Z`,
  recovery_at: to && `2026-01-31T${to}Z`,
  reason: "2 consecutive checks from Frankfurt failed: timed out",
});
const settings = { interval: 60, incident_confirmations: 3, recovery_confirmations: 3, region_threshold: 1 };
const kept = incident("06:00:00", "06:30:00", "06:02:00");
const sooner = incident("06:00:00", "06:29:00", "06:01:00");
const gained = incident("09:00:00", "09:03:00", "09:01:00");
const ANSWER: Replay = {
  summary: "With 2 confirmations instead of 3: 1 more alert, 0 fewer, one outage alerted 60 s earlier.",
  notes: [],
  range: { from: "2026-01-31T00:00:00Z", to: "2026-01-31T12:00:00Z", results: 720, retention_days: 7 },
  settings: { present: settings, other: { ...settings, incident_confirmations: 2 } },
  present: [kept],
  other: [gained, sooner],
  gained: [gained],
  lost: [],
  changed: [{ present: kept, other: sooner, alert_shift: -60, start_shift: 0, end_shift: -60 }],
  alerts: { present: 1, other: 2, gained: 1, lost: 0, changed: 1 },
  recorded: 1,
  downtime: { present: 1800, other: 1920 },
};

test("both rows cover the same range and mark incidents that only one has", () => {
  const [was, would] = replayRows(ANSWER) ?? [];
  expect(was).toMatchObject({ note: "1 alert, down 30 min", bars: [{ left: 50, only: false }] });
  expect(would?.note).toBe("2 alerts, down 32 min");
  expect(would?.bars.map(({ left, only }) => [left, only])).toEqual([
    [75, true],
    [50, false],
  ]);
});

test("an open incident reaches the end of the range", () => {
  const open = { ...ANSWER, present: [incident("06:00:00", null)] };
  expect(replayRows(open)?.[0].bars).toMatchObject([{ left: 50, width: 50 }]);
});

test("returns null without results", () => {
  const none = { ...ANSWER.range, from: null, to: null, results: 0 };
  expect(replayRows({ ...ANSWER, range: none })).toBeNull();
});

test("lists differences newest first, each with its effect and reason", () => {
  expect(replayChanges(ANSWER).map(({ kind, what }) => [kind, what])).toEqual([
    ["more", "down 3 min"],
    ["moved", "alerted 1 min earlier, recovered 1 min earlier"],
  ]);
});

test("recognizes a replay of settings that changed since", () => {
  expect(answers(ANSWER, ANSWER.settings.other)).toBe(true);
  expect(answers(ANSWER, settings)).toBe(false);
});

test("offers only whole multiples of the present interval", () => {
  expect(answerableIntervals(180)).toEqual([180, 900, 1800, 3600]);
});
