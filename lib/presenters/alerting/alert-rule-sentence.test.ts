import { describe, expect, test } from "vitest";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import { ALERT_RULE } from "@/lib/testing/notifications/alert-rule";
import {
  alertRuleLine,
  alertRuleSentence,
  firstRulesSentence,
  repeatedRule,
  rulesByIntegration,
  silentRules,
  suggestedRules,
} from "./alert-rule-sentence";

const names = { integration: "On call", monitors: { 1: "Shop", 2: "Bank" } };
const say = (change: Partial<AlertRule>) => alertRuleSentence({ ...ALERT_RULE, ...change }, names);

test.each<[Partial<AlertRule>, string]>([
  [{}, "When an incident opens, notify On call."],
  [{ rate_limit: 60 }, "When an incident opens, notify On call, at most once an hour."],
  [{ rate_limit: 720 }, "When an incident opens, notify On call, at most once every 12 hours."],
  [
    { monitors: [1, 2], tags: ["prod"] },
    "When an incident opens on Shop or Bank with the tag prod, notify On call.",
  ],
  [{ event_settings: { type: "monitor" } }, "When an automatic incident opens, notify On call."],
  [
    { event: "uptime.monitor_certificate.expiring", event_settings: { days_before_expiry: 14 } },
    "When a certificate expires in 14 days, notify On call.",
  ],
  [
    { scope: "organization", integration_settings: { priority: "high" } },
    "When an incident opens in any project, notify On call with high priority.",
  ],
])("%j reads %s", (change, sentence) => {
  expect(say(change)).toBe(sentence);
});

test("describes when and how a rule sends, without its integration", () => {
  const limited: AlertRule = {
    ...ALERT_RULE,
    rate_limit: 60,
    monitors: [1],
    integration_settings: { priority: "high" },
  };
  expect(alertRuleLine(limited, names.monitors)).toEqual({
    when: "An incident opens on Shop",
    how: "at most once an hour · high priority",
  });
  expect(alertRuleLine(ALERT_RULE, {})).toEqual({ when: "An incident opens", how: null });
});

test("groups rules by integration, in the order of the integrations, those of other projects last", () => {
  const of = (id: number, integration_id: number) => ({ id, integration_id });
  const groups = rulesByIntegration(
    [of(1, 9), of(2, 5), of(3, 4), of(4, 5)],
    [{ id: 4 }, { id: 5 }, { id: 6 }],
  );
  expect(groups.map(({ integration, rules }) => [integration?.id, rules.map(({ id }) => id)])).toEqual([
    [4, [3]],
    [5, [2, 4]],
    [undefined, [1]],
  ]);
});

describe("rules that cover the same", () => {
  const twin = { ...ALERT_RULE, id: 2, event_settings: { type: "all" } };
  const tagged = { ...ALERT_RULE, id: 3, tags: ["prod"] };

  test("finds a rule with the same event, integration, scope, and filters", () => {
    const { id: _, ...fresh } = ALERT_RULE;
    expect(repeatedRule([tagged, ALERT_RULE], fresh, null)?.id).toBe(1);
    expect(repeatedRule([twin, tagged], ALERT_RULE, 1)?.id).toBe(2);
    const listed = { ...ALERT_RULE, id: 4, monitors: [2, 10], tags: ["a", "b"] };
    expect(repeatedRule([listed], { ...ALERT_RULE, monitors: [10, 2], tags: ["b", "a"] }, null)?.id).toBe(4);
  });

  test.each<[string, Partial<AlertRule>]>([
    ["itself", {}],
    ["another event", { id: 9, event: "uptime.incident.recovered" }],
    ["another integration", { id: 9, integration_id: 2 }],
    ["the whole organization", { id: 9, scope: "organization" }],
    ["monitors", { id: 9, monitors: [1] }],
    ["a tag", { id: 9, tags: ["prod"] }],
    ["manual incidents", { id: 9, event_settings: { type: "manual" } }],
  ])("does not count as repeated: %s", (_, change) => {
    expect(repeatedRule([ALERT_RULE], { ...ALERT_RULE, ...change }, change.id ?? 1)).toBeNull();
  });

  test("rules with different days before a certificate expires differ", () => {
    const days = (id: number, number: number) => ({
      ...ALERT_RULE,
      id,
      event: "uptime.monitor_certificate.expiring" as const,
      event_settings: { days_before_expiry: number },
    });
    expect(repeatedRule([days(1, 14)], days(2, 7), null)).toBeNull();
    expect(repeatedRule([days(1, 14)], days(2, 14), null)?.id).toBe(1);
  });

  test("the rule with the lowest rate limit sends, then the oldest", () => {
    expect(silentRules([twin, tagged, ALERT_RULE])).toEqual(new Set([2]));
    expect(silentRules([{ ...ALERT_RULE, rate_limit: 60 }, twin])).toEqual(new Set([1]));
  });
});

test("describes both suggested rules in one sentence, and they do not repeat each other", () => {
  expect(firstRulesSentence("Mail to Ada")).toBe(
    "When an incident opens or recovers, notify Mail to Ada every time.",
  );
  const [opened, recovered] = suggestedRules(7, () => null);
  if (!opened || !recovered) throw new Error("expected two suggested rules");
  expect(
    repeatedRule(
      [{ ...ALERT_RULE, ...opened, monitors: [], tags: [] }],
      { ...ALERT_RULE, ...recovered },
      null,
    ),
  ).toBeNull();
});

test("suggests rules for the start and the recovery", () => {
  expect(suggestedRules(7, () => null).map((rule) => rule.event)).toEqual([
    "uptime.incident.created",
    "uptime.incident.recovered",
  ]);
});
