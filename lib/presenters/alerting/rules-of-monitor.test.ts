import { expect, test } from "vitest";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import { ALERT_RULE } from "@/lib/testing/notifications/alert-rule";
import { rulesOfMonitor } from "./rules-of-monitor";

const rule = (id: number, change: Partial<AlertRule>): AlertRule => ({ ...ALERT_RULE, id, ...change });

test("names the rules that cover a monitor, by itself or by one of its tags", () => {
  const rules = [
    rule(1, {}),
    rule(2, { monitors: [7, 8], integration_id: 2 }),
    rule(3, { monitors: [8] }),
    rule(4, { tags: ["shop"] }),
    rule(5, { tags: ["blog"] }),
    rule(6, { monitors: [7], tags: ["blog"] }),
  ];
  expect(rulesOfMonitor({ id: 7, tags: ["shop"] }, rules, new Map([[1, "On-call"]]))).toMatchObject([
    { id: 1, text: "When an incident opens, notify On-call." },
    { id: 2, text: "When an incident opens, notify an integration in another project." },
    { id: 4, text: "When an incident opens with the tag shop, notify On-call." },
  ]);
});
