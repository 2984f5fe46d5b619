import { expect, test } from "vitest";
import { makeMonitor } from "@/lib/testing/checks";
import {
  deliveriesOf,
  drain,
  makeIntegration,
  makeRule,
  makeUser,
  makeWebhook,
  openIncident,
} from "@/lib/testing/notifications/notification-setup";
import { useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answerProbes } from "@/lib/testing/runners/probe-runner";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { endTestIncident, runTestIncident } from "./test-incident-run";
import { deleteTestIncident, getTestIncident, startTestIncident } from "./test-incidents";

const stage = useNotificationStage();

test("sends the start and the recovery through the alert rules and leaves nothing behind", async () => {
  const { scene } = stage;
  const caller = scene.caller({ kind: "session" });
  const monitorId = await makeMonitor(scene.projectId, { name: "Checkout" });
  const hook = await makeWebhook(scene, stage.receiver.url);
  await makeRule(scene, hook, "uptime.incident.created", { rate_limit: 60, monitors: [monitorId] });
  await makeRule(scene, hook, "uptime.incident.recovered");
  const testIncident = await startTestIncident(caller, {});
  expect(testIncident).toMatchObject({ state: "checking", checks: [], deliveries: [] });
  await Promise.all([
    runTestIncident(scene.projectId, testIncident.test_incident_id),
    answerProbes(["eu-deu-fra"], 3, "down"),
  ]);
  // A repeated job, as after a crash, sends nothing twice.
  await runTestIncident(scene.projectId, testIncident.test_incident_id);
  await drain();
  await endTestIncident(scene.projectId, testIncident.test_incident_id);
  await endTestIncident(scene.projectId, testIncident.test_incident_id);
  await drain();
  const said = stage.receiver.received.map(
    (one) => JSON.parse(one.body) as { type: string; data: { incident: object } },
  );
  expect(said.map((one) => one.type)).toEqual(["uptime.incident.created", "uptime.incident.recovered"]);
  expect(said[0]?.data).toMatchObject({
    incident: { title: "[Test] Checkout is down" },
    affected_monitors: [{ id: monitorId }],
  });
  const seen = await getTestIncident(caller, testIncident.test_incident_id);
  expect(seen).toMatchObject({
    state: "recovered",
    reason: expect.stringMatching(/^3 consecutive checks from .+ failed: there is no such name/),
    checks: Array(3).fill({ region: "eu-deu-fra", outcome: "down", message: "there is no such name" }),
    deliveries: [{ status: "delivered" }, { status: "delivered" }],
  });
  // A real incident in the same minute is sent although the alert rule sends once an hour.
  await openIncident(scene, { monitors: [monitorId] });
  await drain();
  expect(stage.receiver.received).toHaveLength(3);
  await deleteTestIncident(caller, testIncident.test_incident_id);
  expect((await deliveriesOf(scene.projectId)).map((one) => one.is_test_incident)).toEqual([false]);
  const incidents = await run`select id from incidents where project_id = ${scene.projectId}`;
  expect(incidents).toHaveLength(1);
  await expect(getTestIncident(caller, testIncident.test_incident_id)).rejects.toMatchObject({ status: 404 });
});

test("reports that an email without SMTP reached no one", async () => {
  const { scene } = stage;
  const caller = scene.caller({ kind: "session" });
  await makeMonitor(scene.projectId);
  const mail = await makeIntegration(scene, "email", { members: [await makeUser(scene, "Ada")] });
  await makeRule(scene, mail, "uptime.incident.created", { plain: true });
  const { test_incident_id } = await startTestIncident(caller, {});
  await Promise.all([
    runTestIncident(scene.projectId, test_incident_id),
    answerProbes(["eu-deu-fra"], 3, "down"),
  ]);
  await drain();
  const { deliveries } = await getTestIncident(caller, test_incident_id);
  expect(deliveries).toMatchObject([{ status: "not_sent", kept_in_outbox: true }]);
});

test("fails with a reason and sends nothing when a region has no runner", async () => {
  const { scene } = stage;
  const caller = scene.caller({ kind: "session" });
  await makeMonitor(scene.projectId, { regions: ["eu-deu-fra", "na-usa-iad"], region_threshold: 2 });
  const hook = await makeWebhook(scene, stage.receiver.url);
  await makeRule(scene, hook, "uptime.incident.created");
  const { test_incident_id } = await startTestIncident(caller, {});
  await Promise.all([
    runTestIncident(scene.projectId, test_incident_id),
    answerProbes(["eu-deu-fra"], 3, "down"),
  ]);
  await drain();
  const seen = await getTestIncident(caller, test_incident_id);
  expect(seen).toMatchObject({ state: "failed", deliveries: [] });
  expect(seen.reason).toBe(
    "No incident would open: 1 of 2 regions (2 required) detected the outage; Washington: This region has no active runner.",
  );
  expect(stage.receiver.received).toEqual([]);
});

test("runs one at a time and neither shows nor removes other projects' test incidents", async () => {
  const { scene } = stage;
  const other = await makeScene();
  const caller = scene.caller({ kind: "session" });
  await makeMonitor(scene.projectId);
  const { test_incident_id } = await startTestIncident(caller, {});
  await expect(startTestIncident(caller, {})).rejects.toMatchObject({ status: 409 });
  const stranger = other.caller({ kind: "session" });
  await expect(getTestIncident(stranger, test_incident_id)).rejects.toMatchObject({ status: 404 });
  await expect(deleteTestIncident(stranger, test_incident_id)).rejects.toMatchObject({ status: 404 });
  await deleteTestIncident(caller, test_incident_id);
  await runTestIncident(scene.projectId, test_incident_id);
  await startTestIncident(caller, {});
});
