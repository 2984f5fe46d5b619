import { expect, test } from "vitest";
import type { JudgedResult } from "@/lib/domain/checks/region-state";
import { judgeTestIncident } from "./test-incident";

const REGIONS = ["eu-deu-fra", "na-usa-iad"];
const rules = (regionsRequired: number, consecutiveFailures = 2) => ({
  regionsRequired,
  consecutiveFailures,
  consecutiveSuccesses: 2,
});
const check = (region: string, scheduledAt: number, outcome: JudgedResult["outcome"]): JudgedResult => ({
  region,
  scheduledAt,
  startedAt: Date.UTC(2026, 0, 1, 3, 12, scheduledAt),
  outcome,
  error: outcome === "up" ? null : { code: "dns_not_found", message: "there is no such name" },
});

test("opens an incident as soon as enough regions confirm the outage, with the same reason as a real one", () => {
  const checks = [1, 2].flatMap((scheduledAt) => REGIONS.map((region) => check(region, scheduledAt, "down")));
  expect(judgeTestIncident(REGIONS, checks, rules(2))).toEqual({
    opens: true,
    reason:
      "2 of 2 regions (2 required) failed 2 consecutive checks: there is no such name, since 03:12:01 UTC",
  });
});

test("opens nothing if a region without checks leaves too few regions, and names it in the reason", () => {
  const checks = [
    check("eu-deu-fra", 1, "down"),
    check("na-usa-iad", 1, "inconclusive"),
    check("eu-deu-fra", 2, "down"),
  ];
  expect(judgeTestIncident(REGIONS, checks, rules(1)).opens).toBe(true);
  expect(judgeTestIncident(REGIONS, checks, rules(2))).toEqual({
    opens: false,
    reason:
      "No incident would open: 1 of 2 regions (2 required) detected the outage; Washington: there is no such name",
  });
});

test("opens nothing with fewer consecutive failures than required", () => {
  expect(judgeTestIncident(REGIONS, [check("eu-deu-fra", 1, "down")], rules(1)).opens).toBe(false);
});
