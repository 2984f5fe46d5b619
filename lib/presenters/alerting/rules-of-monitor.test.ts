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
      { id: 1, name: "On-call", events: ["Incident opened", "Incident recovered"] },
      { id: 0, name: "An integration in another project", events: ["Incident opened"] },
    ],
    isCovered: true,
  });
  expect(notifiedOf({ id: 9, tags: [] }, rules, [])).toMatchObject({ isCovered: false });
});
