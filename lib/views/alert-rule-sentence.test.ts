import { expect, test } from "vitest";
import type { AlertRule } from "@/lib/contract/alert-rules";
import { alertRuleSentence, duplicateRules, suggestedRules } from "./alert-rule-sentence";

const RULE: AlertRule = {
  id: 1,
  project_id: 1,
  scope: "project",
  event: "uptime.incident.created",
  integration_id: 1,
  rate_limit: 0,
  event_settings: null,
  integration_settings: null,
  monitors: [],
  tags: [],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};
const names = { integration: "On call", monitors: { 1: "Shop", 2: "Bank" } };
const say = (change: Partial<AlertRule>) => alertRuleSentence({ ...RULE, ...change }, names);

test.each<[Partial<AlertRule>, string]>([
  [{}, "When an incident opens, tell On call."],
  [{ rate_limit: 60 }, "When an incident opens, tell On call, at most once an hour."],
  [{ rate_limit: 720 }, "When an incident opens, tell On call, at most once in 12 hours."],
  [
    { monitors: [1, 2], tags: ["prod"] },
    "When an incident opens on Shop or Bank with the tag prod, tell On call.",
  ],
  [{ event_settings: { type: "monitor" } }, "When an incident of a monitor opens, tell On call."],
  [
    { event: "uptime.monitor_certificate.expiring", event_settings: { days_before_expiry: 14 } },
    "When a certificate expires in 14 days, tell On call.",
  ],
  [
    { scope: "organization", integration_settings: { priority: "high" } },
    "When an incident opens in any project, tell On call with high priority.",
  ],
])("%j reads %s", (change, sentence) => {
  expect(say(change)).toBe(sentence);
});

test("the later one of two that say the same is a duplicate", () => {
  const twin = { ...RULE, id: 2, event_settings: { type: "all" } };
  const other = { ...RULE, id: 3, tags: ["prod"] };
  expect(duplicateRules([RULE, twin, other]).map((rule) => rule.id)).toEqual([2]);
});

test("first rules tell the start and the end", () => {
  expect(suggestedRules(7, () => null).map((rule) => rule.event)).toEqual([
    "uptime.incident.created",
    "uptime.incident.recovered",
  ]);
});
