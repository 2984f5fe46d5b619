import { expect, test } from "vitest";
import { makeMonitor } from "@/lib/testing/checks";
import { limitRate, makeRule, makeWebhook } from "@/lib/testing/notifications/notification-setup";
import { makeScene, type Scene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getOverview } from "./overview";

useScene("file");

const alerting = async (own: Scene) => (await getOverview(own.caller())).alerting;

test("says why an outage would notify no one, until an alert rule covers a monitor", async () => {
  const own = await makeScene();
  const monitor = await makeMonitor(own.projectId, { tags: ["shop"] });
  expect(await alerting(own)).toEqual({ no_alerts: "no_integration", integrations: { total: 0, data: [] } });
  const integration = await makeWebhook(own, "https://hooks.example.com/vedette");
  expect((await alerting(own))?.no_alerts).toBe("no_alert_rule");
  await makeRule(own, integration, "uptime.incident.created", {
    event_settings: { type: "manual" },
  });
  await makeRule(own, integration, "uptime.incident.created", { tags: ["blog"] });
  await makeRule(own, integration, "uptime.incident.recovered");
  expect((await alerting(own))?.no_alerts).toBe("no_alert_rule");
  await makeRule(own, integration, "uptime.incident.created", { tags: ["shop"] });
  expect((await alerting(own))?.no_alerts).toBeNull();
  await run`update integrations set paused = true where id = ${integration}`;
  expect(await alerting(own)).toMatchObject({
    no_alerts: "paused",
    integrations: { total: 1, data: [{ id: integration, trouble: "paused", reason: null }] },
  });
  await run`update monitors set paused = true where id = ${monitor}`;
  expect((await alerting(own))?.no_alerts).toBeNull();
});

test("lists integrations that fail, are rate-limited, or are paused although a rule uses them", async () => {
  const own = await makeScene();
  const [failing, limited, unused] = [
    await makeWebhook(own, "https://hooks.example.com/a"),
    await makeWebhook(own, "https://hooks.example.com/b"),
    await makeWebhook(own, "https://hooks.example.com/c"),
  ];
  await run`update integrations set paused = true where id = ${unused}`;
  await limitRate(limited, 3600);
  await run`insert into deliveries (project_id, integration_id, status, reason, attempts, occurred_at, finished_at)
    values (${own.projectId}, ${failing}, 'failed', 'returned 404', 4, now(), now())`;
  const troubled = (await alerting(own))?.integrations;
  expect(troubled?.data).toMatchObject([
    { id: limited, trouble: "rate_limited", reason: null },
    { id: failing, trouble: "failing", reason: "returned 404" },
  ]);
  expect(troubled?.data[0]?.until).not.toBeNull();
});

test("tells API keys without access to integrations nothing about them", async () => {
  const own = await makeScene();
  const permissions = new Set(["uptime:read"] as const);
  expect((await getOverview(own.caller({ kind: "api_key", permissions }))).alerting).toBeNull();
});
