import { expect, test } from "vitest";
import type { RecordedIncident } from "@/lib/domain/incidents/recorded-incident";
import { content, generatedIn } from "./generated";
import { compareIncidents } from "./incidents";
import type { StoredResult } from "./stored";
import { compareResults, compareSilence } from "./verdict";

const REGION = "na-usa-iad";
const START_MS = Date.UTC(2026, 0, 1);
const at = (seconds: number) => START_MS + seconds * 1000;

function stored(seconds: number, outcome: string, arrived = seconds): StoredResult {
  const scheduledMs = at(seconds);
  const iso = new Date(scheduledMs).toISOString();
  const times = {
    scheduledAt: iso,
    startedAt: iso,
    scheduledMs,
    startedMs: scheduledMs,
    committedUs: at(arrived) * 1000,
  };
  return { monitor: 1, region: REGION, outcome, error: null, ...times };
}
const rules = { consecutiveFailures: 1, consecutiveSuccesses: 1, regionsRequired: 1 };
const monitor = { id: 1, regions: [REGION], intervalMs: 30_000, timeoutMs: 5000, rules };

test("reports a lost, a duplicated, an invented and a changed result", () => {
  const made = [stored(0, "up"), stored(30, "down"), stored(60, "up")];
  expect(compareResults(made, made).differences).toEqual([]);
  const kept = [stored(30, "down"), stored(30, "down"), stored(60, "down"), stored(90, "up")];
  expect(compareResults(made, kept).differences.map((each) => each.split(":")[0])).toEqual([
    "stored twice",
    "created, not stored",
    "stored differently",
    "stored, not created",
  ]);
});

test("treats a check that two runners ran as one, with either result stored", () => {
  const [one, other] = [stored(0, "up"), stored(0, "down")];
  expect(compareResults([one, other], [other])).toMatchObject({ made: 1, madeTwice: 1, differences: [] });
});

test("reports missing, shifted and invented incidents, whatever the order of the results", () => {
  const result = (seconds: number, outcome: "up" | "down") =>
    ({
      region: REGION,
      scheduledAt: at(seconds),
      startedAt: at(seconds),
      durationMs: 50,
      outcome,
      error: null,
    }) as const;
  const results = [result(0, "up"), result(60, "up"), result(30, "down")];
  const recorded = (seconds: number, recovered: number): RecordedIncident => {
    const times = { at: at(seconds), recoveredAt: at(recovered), waitingUntil: null, up: [] };
    return { ...times, id: 1, status: "recovered", fixed: false };
  };
  const facts = { monitorId: 1, regions: [REGION], timeoutMs: 5000, pauses: [], quarantines: [] };
  const settings = { ...rules, intervalSeconds: 30 };
  const compare = (...incidents: ReturnType<typeof recorded>[]) =>
    compareIncidents([{ facts, settings, results, recorded: incidents }]).differences.length;
  expect(compare(recorded(30, 60))).toBe(0);
  expect(compare()).toBe(1);
  expect(compare(recorded(30, 61))).toBe(1);
  expect(compare(recorded(30, 60), recorded(90, 120))).toBe(1);
});

test("reports silence too early and missing silence", () => {
  const mark = (seconds: number) => ({
    monitor: 1,
    region: REGION,
    committedUs: at(seconds) * 1000,
  });
  const results = [stored(0, "up"), stored(600, "up")];
  expect(compareSilence([monitor], results, [mark(100)])).toEqual([]);
  expect(compareSilence([monitor], results, [mark(90)])).toHaveLength(1);
  expect(compareSilence([monitor], results, [])).toHaveLength(1);
});

test("reads results from a runner's log and ignores other lines", () => {
  const said = { monitor: 3, region: REGION, scheduled_at: "a", started_at: "b", outcome: "up" };
  const lines = [
    `{"message":"runner started"}`,
    "not JSON",
    JSON.stringify({ message: "result created", ...said }),
  ];
  const [result, ...more] = generatedIn(lines.join("\n"));
  expect(more).toEqual([]);
  expect(result && content(result)).toBe("b up");
});
