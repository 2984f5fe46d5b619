import { expect, test } from "vitest";
import type { RecordedIncident } from "@/lib/domain/incidents/recorded-incident";
import { compareIncidents } from "./incidents";

const REGION = "na-usa-iad";
const at = (seconds: number) => Date.UTC(2026, 0, 1) + seconds * 1000;
const facts = { monitorId: 1, regions: [REGION], timeoutMs: 5000, pauses: [], quarantines: [] };
const settings = { consecutiveFailures: 1, consecutiveSuccesses: 1, regionsRequired: 1, intervalSeconds: 30 };

test("reports missing, shifted, and invented incidents, whatever the order of the results", () => {
  const result = (seconds: number, outcome: "up" | "down") => {
    const times = { scheduledAt: at(seconds), startedAt: at(seconds), durationMs: 50 };
    return { ...times, region: REGION, outcome, error: null };
  };
  const results = [result(0, "up"), result(60, "up"), result(30, "down")];
  const recorded = (seconds: number, recovered: number): RecordedIncident => {
    const times = { at: at(seconds), recoveredAt: at(recovered), waitingUntil: null, up: [] };
    return { ...times, id: 1, status: "recovered", fixed: false };
  };
  const compare = (...incidents: RecordedIncident[]) =>
    compareIncidents([{ facts, settings, results, recorded: incidents }]).differences.length;
  expect(compare(recorded(30, 60))).toBe(0);
  expect(compare()).toBe(1);
  expect(compare(recorded(30, 61))).toBe(1);
  expect(compare(recorded(30, 60), recorded(90, 120))).toBe(1);
});
