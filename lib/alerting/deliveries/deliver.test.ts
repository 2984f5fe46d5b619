import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { resendDelivery } from "@/lib/services/alerting/deliveries";
import { testIntegration, updateIntegration } from "@/lib/services/alerting/integrations";
import { deleteMonitor } from "@/lib/services/monitors/writes";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { drain, pass, WEBHOOK_SECRET } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { run } from "@/lib/testing/sql";
import { fanOut } from "../fan-out";
import { deliver } from "./deliver";

const stage = useNotificationStage();

describe("an event that matches a rule", () => {
  test("arrives once, with both signatures and the rule's body", async () => {
    await stage.hookFor(CREATED);
    const incident = await stage.openIncident();
    await drain();
    const [one, ...more] = stage.receiver.received;
    expect(more).toEqual([]);
    if (!one) throw new Error("Nothing arrived.");
    const headers = one.headers as Record<string, string>;
    const timestamp = headers["x-service-request-timestamp"];
    const own = createHmac("sha256", WEBHOOK_SECRET).update(`v0:${timestamp}:${one.body}`).digest("hex");
    expect(headers["x-service-request-signature"]).toBe(own);
    expect(headers["x-service-request-event"]).toBe(CREATED);
    expect(headers["x-service-request-id"]).toBe(headers["webhook-id"]);
    expect(headers["content-type"]).toBe("application/json");
    expect(new Webhook(WEBHOOK_SECRET).verify(one.body, headers)).toMatchObject({
      type: CREATED,
      data: {
        incident: { id: incident.id, title: "Checkout is slow", description: null },
        affected_monitors: [],
      },
    });
    expect(await stage.onlyDelivery()).toMatchObject({
      status: "delivered",
      attempts: 1,
      incident_id: incident.id,
    });
  });

  test("two concurrent workers send once, and a repeated fan-out creates no second delivery", async () => {
    await stage.hookFor(CREATED);
    await stage.openIncident();
    const [{ id: eventId }] = await run`select id from events where project_id = ${stage.scene.projectId}`;
    await Promise.all([fanOut(eventId), fanOut(eventId), fanOut(eventId)]);
    const { id } = await stage.onlyDelivery();
    await Promise.all([deliver(id), deliver(id), deliver(id), drain()]);
    expect(stage.receiver.received).toHaveLength(1);
  });

  test("an integration named by two rules is notified once", async () => {
    const id = await stage.hookFor(CREATED);
    await stage.makeRule(id, CREATED, { tags: [] });
    await stage.openIncident();
    await drain();
    expect(stage.receiver.received).toHaveLength(1);
  });

  test("is not sent if the rule's type, tags, or monitors don't match", async () => {
    const id = await stage.makeWebhook(stage.receiver.url);
    await stage.makeRule(id, CREATED, { event_settings: { type: "monitor" } });
    await stage.makeRule(id, CREATED, { tags: ["prod"] });
    await stage.openIncident({ tags: ["staging"] });
    await drain();
    expect(await stage.deliveries()).toEqual([]);
    await stage.openIncident({ tags: ["prod"] });
    await drain();
    expect(stage.receiver.received).toHaveLength(1);
  });
});

describe("the policy", () => {
  test("a rule with a rate limit sends once and logs the rest", async () => {
    const id = await stage.makeWebhook(stage.receiver.url);
    await stage.makeRule(id, CREATED, { rate_limit: 60 });
    await stage.openIncident();
    await stage.openIncident();
    await stage.openIncident();
    await drain();
    // The others wait for what happens to the first.
    await pass(31);
    await drain();
    expect((await stage.deliveries()).map((one) => one.status).sort()).toEqual([
      "delivered",
      "rate_limited",
      "rate_limited",
    ]);
    expect(stage.receiver.received).toHaveLength(1);
  });

  test("sends nothing for a muted project and logs why", async () => {
    await stage.hookFor(CREATED);
    await db().updateTable("projects").set({ muted: true }).where("id", "=", stage.scene.projectId).execute();
    await stage.openIncident();
    await drain();
    expect(await stage.onlyDelivery()).toMatchObject({ status: "muted", reason: "The project is muted." });
    expect(stage.receiver.received).toEqual([]);
  });

  test("sends a test message once and at once, even if the integration is paused", async () => {
    const id = await stage.hookFor();
    await updateIntegration(stage.scene.caller(), "outgoing_webhook", id, { paused: true });
    stage.receiver.respond = answer(500);
    const { delivery_id } = await testIntegration(stage.scene.caller(), "outgoing_webhook", id);
    await drain();
    expect(await stage.onlyDelivery()).toMatchObject({ id: delivery_id, status: "failed", attempts: 1 });
    expect(stage.sentEvents()).toEqual(["test"]);
  });

  test("resending keeps the ID", async () => {
    await stage.hookFor(CREATED);
    stage.receiver.respond = answer(410);
    await stage.openIncident();
    await drain();
    stage.receiver.respond = answer(200);
    await resendDelivery(stage.scene.caller({ kind: "session" }), (await stage.onlyDelivery()).id);
    await drain();
    expect(await stage.onlyDelivery()).toMatchObject({ status: "delivered" });
    expect(new Set(stage.receiver.received.map((one) => one.headers["webhook-id"])).size).toBe(1);
  });

  test("another process continues after one died while sending, with the same ID", async () => {
    await stage.hookFor(CREATED);
    await stage.openIncident();
    await run`update events set fanned_out_at = null where project_id = ${stage.scene.projectId}`;
    const [{ id: eventId }] = await run`select id from events where project_id = ${stage.scene.projectId}`;
    await fanOut(eventId);
    const { id } = await stage.onlyDelivery();
    // Claimed and never recorded.
    const leaseTo = (leasedUntil: Date) =>
      run`update deliveries set attempts = 1, leased_until = ${leasedUntil} where id = ${id}`;
    await leaseTo(new Date(Date.now() + 90_000));
    await deliver(id);
    expect(stage.receiver.received).toEqual([]);
    await leaseTo(new Date(Date.now() - 1));
    await deliver(id);
    expect(await stage.onlyDelivery()).toMatchObject({ status: "delivered", attempts: 2 });
  });

  test("the log keeps requests and responses without secrets", async () => {
    await stage.hookFor(CREATED);
    stage.receiver.respond = (received, response) =>
      response.end(`secret ${WEBHOOK_SECRET} ${received.body.length} ${"x".repeat(9000)}`);
    await stage.openIncident();
    await drain();
    const attempts = await run`select * from delivery_attempts
      where delivery_id = ${(await stage.onlyDelivery()).id}`;
    expect(attempts).toHaveLength(1);
    expect(JSON.stringify(attempts)).not.toContain(WEBHOOK_SECRET);
    expect(attempts[0]).toMatchObject({
      outcome: "delivered",
      status_code: 200,
      request: { method: "POST" },
    });
    // Keeps only a short excerpt from a private address.
    const { body } = (attempts[0]?.response as { body: string } | undefined) ?? { body: "" };
    expect(body.length).toBeGreaterThan(100);
    expect(body.length).toBeLessThanOrEqual(256);
  });
});

/** Reports a check that started some seconds ago. */
function report(monitorId: number, outcome: "up" | "down", secondsAgo: number) {
  const at = Date.now();
  return ingest([check(monitorId, at - secondsAgo * 1000, outcome)], null, at);
}

/** Opens an incident of a new monitor, which alert rules with these limits report. */
async function openLimited(limits: (monitorId: number) => Record<string, unknown>): Promise<number> {
  const monitorId = await makeMonitor(stage.scene.projectId, {
    incident_confirmations: 1,
    recovery_confirmations: 1,
    tags: ["shop"],
  });
  const id = await stage.makeWebhook(`${stage.receiver.url}/hook`);
  for (const event of [CREATED, RECOVERED] as const) await stage.makeRule(id, event, limits(monitorId));
  await report(monitorId, "down", 60);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED]);
  return monitorId;
}

const setTags = (monitorId: number, tags: string[]) =>
  db().updateTable("monitors").set({ tags }).where("id", "=", monitorId).execute();

test.each([
  ["the monitor", (id: number) => ({ monitors: [id] })],
  ["its tag", () => ({ tags: ["shop"] })],
])("deleting a monitor that is down sends the recovery through a rule limited to %s", async (_, limits) => {
  const monitorId = await openLimited(limits);
  await deleteMonitor(stage.scene.caller(), monitorId);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED, RECOVERED]);
});

test("a monitor that loses the rule's tag while it is down sends its recovery", async () => {
  const monitorId = await openLimited(() => ({ tags: ["shop"] }));
  await setTags(monitorId, ["other"]);
  await report(monitorId, "up", 30);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED, RECOVERED]);
});

test("an integration that the start was not sent to gets the recovery only if its rule matches", async () => {
  const monitorId = await openLimited(() => ({ tags: ["shop"] }));
  const other = await stage.makeWebhook(`${stage.receiver.url}/hook`);
  await stage.makeRule(other, CREATED, { tags: ["other"] });
  await stage.makeRule(other, RECOVERED, { tags: ["shop"] });
  await setTags(monitorId, ["other"]);
  await report(monitorId, "up", 30);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED, RECOVERED]);
});

test("a rule limited to a monitor reports its failure once if it joins another monitor's incident", async () => {
  const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
  const [first, joined] = [
    await makeMonitor(stage.scene.projectId, quick),
    await makeMonitor(stage.scene.projectId, quick),
  ];
  const hookOf = async (path: string, monitors: number[]) => {
    const id = await stage.makeWebhook(`${stage.receiver.url}/${path}`);
    for (const event of [CREATED, RECOVERED] as const) await stage.makeRule(id, event, { monitors });
  };
  await hookOf("all", []);
  await hookOf("first", [first]);
  await hookOf("both", [first, joined]);
  await hookOf("joined", [joined]);
  await report(first, "down", 60);
  await drain();
  await report(joined, "down", 50);
  await drain();
  const sentTo = (path: string) =>
    stage.receiver.received.flatMap((one) =>
      one.path === `/${path}` ? [(JSON.parse(one.body) as { type: string }).type] : [],
    );
  for (const path of ["all", "first", "both"]) expect([path, sentTo(path)]).toEqual([path, [CREATED]]);
  expect(sentTo("joined")).toEqual(["uptime.incident.propagated"]);
  await report(first, "up", 30);
  await report(joined, "up", 30);
  await drain();
  expect(sentTo("joined")).toEqual(["uptime.incident.propagated", RECOVERED]);
});
