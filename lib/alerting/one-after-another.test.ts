import { expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { check, makeMonitor } from "@/lib/testing/checks";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage();

test("12 monitors of one host that fail within a second, each in its own batch, make one incident and one message", async () => {
  const { projectId } = stage.scene;
  await stage.makeRule(await stage.makeWebhook(stage.receiver.url), "uptime.incident.created");
  const startMs = Date.now() - 1000;
  for (let n = 0; n < 12; n += 1) {
    const request = JSON.stringify({ method: "GET", url: `https://shop.example.com/${n}` });
    const id = await makeMonitor(projectId, { incident_confirmations: 1, request });
    await ingest([check(id, startMs + n * 80, "down", { remote_address: "192.0.2.1" })], null, Date.now());
    await drain();
  }
  const incidents = await run`select cardinality(array(select distinct monitor_id from incident_monitors m
    where m.project_id = ${projectId} and m.incident_id = i.id)) as monitors from incidents i where project_id = ${projectId}`;
  expect(incidents).toEqual([{ monitors: 12 }]);
  expect(stage.receiver.received).toHaveLength(1);
});
