import { describe, expect, test, vi } from "vitest";
import { getIntegration, updateIntegration } from "@/lib/services/alerting/integrations";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { db } from "@/lib/store/core/pool";
import { drain, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { run } from "@/lib/testing/sql";
import { deliver } from "./deliver";

const stage = useNotificationStage();

describe("a failing receiver", () => {
  test("gets attempts at once and after 1, 5, 10, and 60 minutes with one ID", async () => {
    await stage.hookFor(CREATED);
    stage.receiver.respond = answer(503);
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.now();
    await stage.openIncident();
    await drain();
    const { id } = await stage.onlyDelivery();
    for (const minutes of [1, 6, 16, 76]) {
      const due = start + minutes * 60_000;
      vi.setSystemTime(due - 30_000);
      await deliver(id);
      const { next_attempt_at: next } = await stage.onlyDelivery();
      expect(Math.abs((next?.getTime() ?? 0) - due)).toBeLessThan(5000);
      vi.setSystemTime(next ?? 0);
      await deliver(id);
    }
    expect(await stage.onlyDelivery()).toMatchObject({
      status: "failed",
      attempts: 5,
      next_attempt_at: null,
    });
    expect(stage.receiver.received).toHaveLength(5);
    expect(new Set(stage.receiver.received.map((one) => one.headers["webhook-id"])).size).toBe(1);
    expect(new Set(stage.receiver.received.map((one) => one.headers["webhook-signature"])).size).toBe(5);
  });

  test.each([
    ["Retry-After longer than the schedule", 429, "600", 600],
    ["Retry-After of a rate limit shorter than the schedule", 429, "5", 5],
    ["Retry-After of a rate limit that is over", 429, "0", 1],
    ["Retry-After of an outage shorter than the schedule", 503, "5", 60],
    ["Retry-After of a day", 429, "86400", 3600],
    ["Retry-After that isn't a number", 429, "soon", 60],
  ])("%s", async (_, status, header, seconds) => {
    await stage.hookFor(CREATED);
    stage.receiver.respond = answer(status, "", { "Retry-After": header });
    await stage.openIncident();
    await drain();
    const { next_attempt_at: next } = await stage.onlyDelivery();
    expect(((next?.getTime() ?? 0) - Date.now()) / 1000).toBeGreaterThan(seconds - 5);
    expect(((next?.getTime() ?? 0) - Date.now()) / 1000).toBeLessThanOrEqual(seconds);
  });

  test("never uses up its attempts early on a rate limit with a short Retry-After", async () => {
    await stage.hookFor(CREATED);
    stage.receiver.respond = answer(429, "", { "Retry-After": "2" });
    await stage.openIncident();
    await drain();
    for (const seconds of [2, 2, 600, 3600]) {
      const { next_attempt_at: next } = await stage.onlyDelivery();
      const laterMs = (next?.getTime() ?? 0) - Date.now() - seconds * 1000;
      expect(laterMs).toBeLessThan(1500);
      // What has passed since the attempt, which is seconds on a busy cluster.
      expect(laterMs).toBeGreaterThan(-15_000);
      await pass(seconds + 1);
      await drain();
    }
    expect(await stage.onlyDelivery()).toMatchObject({ status: "failed", attempts: 5 });
  });

  test("410 stops at once", async () => {
    await stage.hookFor(CREATED);
    stage.receiver.respond = answer(410);
    await stage.openIncident();
    await drain();
    expect(await stage.onlyDelivery()).toMatchObject({ status: "failed", attempts: 1 });
  });

  test("does not follow a redirect", async () => {
    await stage.hookFor(CREATED);
    stage.receiver.respond = answer(302, "", { Location: `${stage.receiver.url}/elsewhere` });
    await stage.openIncident();
    await drain();
    expect(stage.receiver.received.map((one) => one.path)).toEqual(["/hook"]);
    expect(await stage.onlyDelivery()).toMatchObject({
      status: "pending",
      reason: expect.stringContaining("redirects"),
    });
  });

  test("later events of the incident wait for the earlier one", async () => {
    await stage.hookFor(CREATED, RECOVERED);
    stage.receiver.respond = answer(500);
    const incident = await stage.openIncident();
    await drain();
    await recoverIncident(stage.scene.caller(), incident.id);
    await drain();
    expect(stage.sentEvents()).toEqual([CREATED]);
    stage.receiver.respond = answer(200);
    const [first] = await stage.deliveries();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await deliver(first?.id ?? 0);
    await drain();
    expect(stage.sentEvents()).toEqual([CREATED, CREATED, RECOVERED]);
  });

  test("is paused after more than three consecutive failed deliveries, and owners are notified", async () => {
    const id = await stage.hookFor(CREATED);
    stage.receiver.respond = answer(410);
    for (let count = 1; count <= 3; count += 1) {
      await stage.openIncident();
      await drain();
    }
    const paused = async () => (await getIntegration(stage.scene.caller(), "outgoing_webhook", id)).paused;
    expect(await paused()).toBe(false);
    await db()
      .insertInto("users")
      .values({
        organization_id: stage.scene.organizationId,
        name: "Ada",
        email: `ada.${stage.scene.organizationId}@example.com`,
        role: "owner",
        phone: null,
      })
      .execute();
    await stage.openIncident();
    await drain();
    expect(await paused()).toBe(true);
    const mails = await run`select * from outbox_mails where organization_id = ${stage.scene.organizationId}
      and subject like '%integration paused%'`;
    expect(mails).toMatchObject([{ recipient: `ada.${stage.scene.organizationId}@example.com` }]);
    await stage.openIncident();
    await drain();
    expect((await stage.deliveries()).at(-1)).toMatchObject({ status: "muted" });
    await updateIntegration(stage.scene.caller(), "outgoing_webhook", id, { paused: false });
    await stage.openIncident();
    await drain();
    expect(await paused()).toBe(false);
  });
});
