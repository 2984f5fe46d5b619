import { describe, expect, test } from "vitest";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import {
  alertRuleSentence,
  firstRulesSentence,
  repeatedRule,
  silentRules,
  suggestedRules,
} from "./alert-rule-sentence";

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

describe("rules about the same", () => {
  const twin = { ...RULE, id: 2, event_settings: { type: "all" } };
  const tagged = { ...RULE, id: 3, tags: ["prod"] };

  test("a new rule repeats one with the same event, destination, scope and limits", () => {
    const { id: _, ...fresh } = RULE;
    expect(repeatedRule([tagged, RULE], fresh, null)?.id).toBe(1);
    expect(repeatedRule([twin, tagged], RULE, 1)?.id).toBe(2);
    const listed = { ...RULE, id: 4, monitors: [2, 10], tags: ["a", "b"] };
    expect(repeatedRule([listed], { ...RULE, monitors: [10, 2], tags: ["b", "a"] }, null)?.id).toBe(4);
  });

  test.each<[string, Partial<AlertRule>]>([
    ["itself", {}],
    ["another event", { id: 9, event: "uptime.incident.recovered" }],
    ["another destination", { id: 9, integration_id: 2 }],
    ["the whole organization", { id: 9, scope: "organization" }],
    ["monitors", { id: 9, monitors: [1] }],
    ["a tag", { id: 9, tags: ["prod"] }],
    ["incidents opened by hand", { id: 9, event_settings: { type: "manual" } }],
  ])("%s is no repetition", (_, change) => {
    expect(repeatedRule([RULE], { ...RULE, ...change }, change.id ?? 1)).toBeNull();
  });

  test("other days before a certificate ends are another rule", () => {
    const days = (id: number, number: number) => ({
      ...RULE,
      id,
      event: "uptime.monitor_certificate.expiring" as const,
      event_settings: { days_before_expiry: number },
    });
    expect(repeatedRule([days(1, 14)], days(2, 7), null)).toBeNull();
    expect(repeatedRule([days(1, 14)], days(2, 14), null)?.id).toBe(1);
  });

  test("of rules about the same the least limited one sends, then the oldest", () => {
    expect(silentRules([twin, tagged, RULE])).toEqual(new Set([2]));
    expect(silentRules([{ ...RULE, rate_limit: 60 }, twin])).toEqual(new Set([1]));
  });
});

test("what is offered first is said in one sentence, and is no repetition of itself", () => {
  expect(firstRulesSentence("Mail to Ada")).toBe(
    "When an incident opens or recovers, tell Mail to Ada, every time.",
  );
  const [opened, recovered] = suggestedRules(7, () => null);
  if (!opened || !recovered) throw new Error("Two rules are offered.");
  expect(
    repeatedRule([{ ...RULE, ...opened, monitors: [], tags: [] }], { ...RULE, ...recovered }, null),
  ).toBeNull();
});

test("first rules tell the start and the end", () => {
  expect(suggestedRules(7, () => null).map((rule) => rule.event)).toEqual([
    "uptime.incident.created",
    "uptime.incident.recovered",
  ]);
});
