import { beforeEach, describe, expect, test } from "vitest";
import { UpdateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { ingest } from "@/lib/engine/ingest";
import { deleteAlertRule, updateAlertRule } from "@/lib/services/alerting/alert-rules";
import { deleteIncident, recoverIncident } from "@/lib/services/incidents/incidents";
import { updateIncident } from "@/lib/services/incidents/writes";
import { check, makeMonitor } from "@/lib/testing/checks";
import { drain, limitRate, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage();
let hook = 0;
let endRule = 0;

beforeEach(async () => {
  hook = await stage.hookFor(CREATED);
  endRule = await stage.makeRule(hook, RECOVERED);
});

const sentTo = (path: string) =>
  stage.receiver.received.flatMap((one) =>
    one.path === `/${path}` ? [JSON.parse(one.body) as { type: string; data: Record<string, unknown> }] : [],
  );
const typesAt = (path: string) => sentTo(path).map(({ type }) => type);
const lastDelivery = async () => (await stage.deliveries()).at(-1);

describe("deleting an open incident", () => {
  test("ends it for integrations that were notified of its start, and for no others", async () => {
    const other = await stage.makeWebhook(`${stage.receiver.url}/other`);
    await stage.makeRule(other, RECOVERED);
    const incident = await stage.openIncident();
    await drain();
    await deleteIncident(stage.scene.caller(), incident.id);
    await drain();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
    expect(sentTo("hook")[1]?.data).toMatchObject({ incident: { id: incident.id, status: "recovered" } });
    expect(sentTo("other")).toEqual([]);
  });

  test("sends nothing if its start was not sent, or if it had recovered", async () => {
    await limitRate(hook, 60);
    const unsent = await stage.openIncident();
    await drain();
    await deleteIncident(stage.scene.caller(), unsent.id);
    await drain();
    await pass(61);
    await drain();
    expect(stage.receiver.received).toEqual([]);
    expect(await lastDelivery()).toMatchObject({ status: "superseded", reason: "Its start was not sent." });
    const over = await stage.openIncident();
    await recoverIncident(stage.scene.caller(), over.id);
    await drain();
    await deleteIncident(stage.scene.caller(), over.id);
    await drain();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
  });

  test("sends the recovery that was still on its way", async () => {
    const incident = await stage.openIncident();
    await drain();
    await recoverIncident(stage.scene.caller(), incident.id);
    await deleteIncident(stage.scene.caller(), incident.id);
    await drain();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
  });

  test("opens a new incident while its monitor is still down", async () => {
    const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
    const monitorId = await makeMonitor(stage.scene.projectId, quick);
    const report = async (secondsAgo: number) => {
      await ingest([check(monitorId, Date.now() - secondsAgo * 1000, "down")], null, Date.now());
      await drain();
    };
    await report(60);
    const [{ id }] = await run`select id from incidents where project_id = ${stage.scene.projectId}`;
    await deleteIncident(stage.scene.caller(), id);
    await report(30);
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED, CREATED]);
  });
});

describe("an alert rule for recoveries that is removed while an incident is open", () => {
  beforeEach(async () => {
    await stage.openIncident();
    await drain();
  });

  /** Lets the time pass in which another rule could replace the removed one. */
  async function settle(): Promise<void> {
    await drain();
    await pass(11);
    await drain();
  }

  const changeRule = (change: Record<string, unknown>) =>
    updateAlertRule(stage.scene.caller(), endRule, UpdateAlertRule.parse(change));

  test("ends it for the integration when it's deleted, once", async () => {
    await deleteAlertRule(stage.scene.caller(), endRule);
    await settle();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
    expect(sentTo("hook")[1]?.data).toMatchObject({ incident: { status: "ongoing" } });
    await stage.makeRule(hook, RECOVERED);
    const [{ id }] = await run`select id from incidents where project_id = ${stage.scene.projectId}`;
    await recoverIncident(stage.scene.caller(), id);
    await drain();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
  });

  test("ends it when two rules are deleted at the same time", async () => {
    const second = await stage.makeRule(hook, RECOVERED, { tags: ["prod"] });
    await Promise.all([endRule, second].map((id) => deleteAlertRule(stage.scene.caller(), id)));
    await settle();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
  });

  test("ends it for the integration that the rule leaves", async () => {
    const other = await stage.makeWebhook(`${stage.receiver.url}/other`);
    await changeRule({ integration_id: other });
    await settle();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
    expect(typesAt("other")).toEqual([]);
  });

  test.each([
    ["moves to another event", { event: "uptime.incident.partially_recovered", event_settings: null }],
    ["no longer matches the type", { event_settings: { type: "monitor" } }],
  ])("ends it when the rule %s", async (_, change) => {
    await changeRule(change);
    await settle();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
  });

  test("changes nothing while a rule still reports the recovery", async () => {
    await changeRule({ rate_limit: 5 });
    await stage.makeRule(hook, RECOVERED, { tags: ["prod"] });
    await deleteAlertRule(stage.scene.caller(), endRule);
    await settle();
    expect(typesAt("hook")).toEqual([CREATED]);
  });

  test("changes nothing if another rule replaces it at once, as Terraform does", async () => {
    await deleteAlertRule(stage.scene.caller(), endRule);
    await drain();
    await stage.makeRule(hook, RECOVERED, { rate_limit: 5 });
    await settle();
    expect(typesAt("hook")).toEqual([CREATED]);
    const [{ id }] = await run`select id from incidents where project_id = ${stage.scene.projectId}`;
    await recoverIncident(stage.scene.caller(), id);
    await drain();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
  });

  test("ends it if the incident recovers before another rule replaces it", async () => {
    await deleteAlertRule(stage.scene.caller(), endRule);
    const [{ id }] = await run`select id from incidents where project_id = ${stage.scene.projectId}`;
    await recoverIncident(stage.scene.caller(), id);
    await drain();
    await stage.makeRule(hook, RECOVERED);
    await settle();
    expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
  });
});

test("an incident that was reopened without notifications ends without any", async () => {
  const { id } = await stage.openIncident();
  await drain();
  await recoverIncident(stage.scene.caller(), id);
  await drain();
  const reopen = () => updateIncident(stage.scene.caller(), id, { recovery_at: null });
  await reopen();
  await deleteAlertRule(stage.scene.caller(), endRule);
  await stage.makeRule(hook, RECOVERED);
  await recoverIncident(stage.scene.caller(), id);
  await reopen();
  await deleteIncident(stage.scene.caller(), id);
  await drain();
  expect(typesAt("hook")).toEqual([CREATED, RECOVERED]);
});
