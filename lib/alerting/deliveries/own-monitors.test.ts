import { beforeEach, describe, expect, test } from "vitest";
import type { EventKey } from "@/lib/contract/core/events";
import { ingest } from "@/lib/engine/ingest";
import { deleteIncident } from "@/lib/services/incidents/incidents";
import { completeMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { drain, limitRate, pass, startMute } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { fanOut } from "../fan-out";

const JOINED = "uptime.incident.propagated";
const PARTLY = "uptime.incident.partially_recovered";

const stage = useNotificationStage();
let first = 0;
let second = 0;
let third = 0;

beforeEach(async () => {
  const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
  const make = (name: string, tags: string[]) => makeMonitor(stage.scene.projectId, { ...quick, name, tags });
  first = await make("Shop", ["shop"]);
  second = await make("Cart", ["shop"]);
  third = await make("Blog", ["blog"]);
});

/** Creates a webhook to the path and an alert rule with these limits for each event. */
async function hookOf(path: string, limits: object, events: EventKey[] = [CREATED, RECOVERED]) {
  const id = await stage.makeWebhook(`${stage.receiver.url}/${path}`);
  for (const event of events) await stage.makeRule(id, event, { ...limits });
  return id;
}

/** Reports checks that started some seconds ago, one batch after the other, and sends what they cause. */
async function report(outcome: "up" | "down", ...checks: [monitorId: number, secondsAgo: number][]) {
  for (const [monitorId, secondsAgo] of checks) {
    const at = Date.now();
    await ingest([check(monitorId, at - secondsAgo * 1000, outcome)], null, at);
  }
  await drain();
}

const sentTo = (path: string) =>
  stage.receiver.received.flatMap((one) =>
    one.path === `/${path}` ? [(JSON.parse(one.body) as { type: string }).type] : [],
  );

describe("a rule limited to some monitors of a merged incident", () => {
  test("reports their recovery when the last of them is up, and again after another failure", async () => {
    await hookOf("all", {});
    await hookOf("first", { monitors: [first] });
    await hookOf("shop", { tags: ["shop"] });
    await report("down", [first, 100], [second, 95], [third, 90]);
    await report("up", [first, 80]);
    expect(["all", "first", "shop"].map(sentTo)).toEqual([[CREATED], [CREATED, RECOVERED], [CREATED]]);
    await report("up", [second, 70]);
    expect(sentTo("shop")).toEqual([CREATED, RECOVERED]);
    await report("down", [first, 60]);
    expect(["first", "shop"].map(sentTo)).toEqual([
      [CREATED, RECOVERED, JOINED],
      [CREATED, RECOVERED, JOINED],
    ]);
    await report("up", [first, 50], [third, 40]);
    expect(["all", "first", "shop"].map(sentTo)).toEqual([
      [CREATED, RECOVERED],
      [CREATED, RECOVERED, JOINED, RECOVERED],
      [CREATED, RECOVERED, JOINED, RECOVERED],
    ]);
  });

  test("reports it once if everything is up before anything was sent", async () => {
    await hookOf("first", { monitors: [first] });
    await hookOf("third", { monitors: [third] });
    const at = Date.now();
    const all = [check(first, at - 90_000, "down"), check(third, at - 80_000, "down")];
    const up = [check(first, at - 70_000), check(third, at - 60_000)];
    await ingest([...all, ...up], null, at);
    await drain();
    expect(sentTo("first").filter((key) => key === RECOVERED)).toHaveLength(1);
    expect(sentTo("third").filter((key) => key === RECOVERED)).toHaveLength(1);
  });

  test("says nothing of a recovery that another failure followed before it was sent", async () => {
    await hookOf("first", { monitors: [first] });
    await report("down", [first, 100], [third, 90]);
    const at = Date.now();
    await ingest([check(first, at - 80_000), check(first, at - 70_000, "down")], null, at);
    const waiting = await db().selectFrom("events").select("id").where("fanned_out_at", "is", null).execute();
    await Promise.all(waiting.map(({ id }) => fanOut(id)));
    await drain();
    expect(sentTo("first")).toEqual([CREATED]);
    await report("up", [first, 60]);
    expect(sentTo("first")).toEqual([CREATED, RECOVERED]);
  });

  test("waits while another rule of its integration covers a monitor that is down", async () => {
    const id = await hookOf("both", { monitors: [first] });
    await stage.makeRule(id, CREATED, { monitors: [third] });
    await report("down", [first, 100], [third, 90]);
    await report("up", [first, 80]);
    expect(sentTo("both")).toEqual([CREATED]);
    await report("up", [third, 70]);
    expect(sentTo("both")).toEqual([CREATED, RECOVERED]);
  });

  test("reports nothing to an integration that the start was not sent to", async () => {
    await hookOf("ends", { monitors: [first] }, [RECOVERED]);
    await hookOf("partly", {}, [CREATED, PARTLY, RECOVERED]);
    await report("down", [first, 100], [third, 90]);
    await report("up", [first, 80]);
    expect(sentTo("ends")).toEqual([]);
    expect(sentTo("partly")).toEqual([CREATED, PARTLY]);
    await report("up", [third, 70]);
    expect(sentTo("ends")).toEqual([RECOVERED]);
    expect(sentTo("partly")).toEqual([CREATED, PARTLY, RECOVERED]);
  });

  test("reports nothing if a window muted the start, and the recovery after a window that muted only it", async () => {
    await hookOf("first", { monitors: [first] });
    await hookOf("third", { monitors: [third] });
    const early = await startMute(stage.scene, [first]);
    await report("down", [first, 100], [third, 95]);
    await report("up", [first, 90]);
    await completeMaintenanceWindow(stage.scene.caller(), early);
    await drain();
    expect(sentTo("first")).toEqual([]);
    await report("down", [first, 80]);
    expect(sentTo("first")).toEqual([JOINED]);
    const late = await startMute(stage.scene, [first]);
    await report("up", [first, 70]);
    expect(sentTo("first")).toEqual([JOINED]);
    await completeMaintenanceWindow(stage.scene.caller(), late);
    await drain();
    expect(sentTo("first")).toEqual([JOINED, RECOVERED]);
  });

  test("people get one summary if the monitor is up before they were notified", async () => {
    const hostname = new URL(stage.receiver.url).host;
    const id = await stage.makeIntegration("ntfy", { hostname, topic: "alerts", access_token: null });
    const limits = { monitors: [first], integration_settings: { priority: "default" } };
    for (const event of [CREATED, RECOVERED] as const) await stage.makeRule(id, event, limits);
    stage.receiver.respond = answer(200, { id: "one" });
    await limitRate(id, 60);
    await report("down", [third, 100], [first, 90]);
    await report("up", [first, 80]);
    expect(stage.receiver.received).toEqual([]);
    await pass(61);
    await drain();
    expect(stage.receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({
        title: "Recovered: Shop is up",
        message: expect.stringContaining("1 other monitor in this incident is still down."),
      }),
    ]);
  });
});

test("an end that is retried is sent although the incident is deleted", async () => {
  await hookOf("first", { monitors: [first] });
  await report("down", [first, 100], [second, 95]);
  stage.receiver.respond = answer(503, {});
  await report("up", [first, 80]);
  const { id } = await db()
    .selectFrom("incidents")
    .select("id")
    .where("project_id", "=", stage.scene.projectId)
    .executeTakeFirstOrThrow();
  await deleteIncident(stage.scene.caller(), id);
  await drain();
  stage.receiver.respond = answer(200, {});
  await pass(61);
  await drain();
  expect(sentTo("first")).toEqual([CREATED, RECOVERED, RECOVERED]);
});
