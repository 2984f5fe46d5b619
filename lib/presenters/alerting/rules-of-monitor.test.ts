import { expect, test } from "vitest";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import { ALERT_RULE } from "@/lib/testing/notifications/alert-rule";
import { notifiedOf } from "./rules-of-monitor";

const rule = (id: number, change: Partial<AlertRule>): AlertRule => ({ ...ALERT_RULE, id, ...change });

test("names the integrations that rules notify about a monitor, by itself or by one of its tags", () => {
  const rules = [
    rule(1, { event: "uptime.incident.recovered" }),
    rule(2, { monitors: [7, 8], integration_id: 2 }),
    rule(3, { monitors: [8], integration_id: 3 }),
    rule(4, { tags: ["shop"] }),
    rule(5, { tags: ["blog"], event: "uptime.monitor.created" }),
  ];
  const monitor = { id: 7, tags: ["shop"] };
  expect(notifiedOf(monitor, rules, [{ id: 1, name: "On-call" }])).toEqual({
    notified: [
      { names: ["On-call"], events: ["Incident opened", "Incident recovered"] },
      { names: ["An integration in another project"], events: ["Incident opened"] },
    ],
    isCovered: true,
  });
  expect(notifiedOf({ id: 9, tags: [] }, rules, [])).toMatchObject({ isCovered: false });
});

test("names integrations that get the same events together", () => {
  const integrations = ["On-call", "Slack", "Ops bus"].map((name, at) => ({ id: at + 1, name }));
  const rules = [
    rule(1, { integration_id: 1 }),
    rule(2, { integration_id: 2 }),
    rule(3, { integration_id: 3, event: "uptime.incident.recovered" }),
  ];
  const { notified } = notifiedOf({ id: 7, tags: [] }, rules, integrations);
  expect(notified.map(({ names }) => names)).toEqual([["On-call", "Slack"], ["Ops bus"]]);
});
