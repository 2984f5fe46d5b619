import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { recoverIncident } from "@/lib/services/incidents";
import { db } from "@/lib/store/pool";
import { useDatabase } from "@/lib/testing/database";
import { answer, type Receiver, startReceiver } from "@/lib/testing/receiver";
import { makeScene, type Scene } from "@/lib/testing/scene";
import {
  allowLoopback,
  deliveriesOf,
  drain,
  makeRule,
  makeWebhook,
  openIncident,
} from "@/lib/testing/telling";
import { deliver } from "./deliver";
import { getIntegration, updateIntegration } from "./integrations";

allowLoopback();
useDatabase();

let receiver: Receiver;
let scene: Scene;
beforeEach(async () => {
  receiver = await startReceiver();
  scene = await makeScene();
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
});

const CREATED = "uptime.incident.created";
const RECOVERED = "uptime.incident.recovered";

async function webhookFor(...events: (typeof CREATED | typeof RECOVERED)[]): Promise<number> {
  const id = await makeWebhook(scene, `${receiver.url}/hook`);
  for (const event of events) await makeRule(scene, id, event);
  return id;
}

async function onlyDelivery() {
  const made = await deliveriesOf(scene.projectId);
  const [delivery, ...more] = made.filter((one) => one.handed_from === null);
  expect(more).toEqual([]);
  if (!delivery) throw new Error("No delivery was made.");
  return delivery;
}

const keys = () => receiver.received.map((one) => (JSON.parse(one.body) as { type: string }).type);

describe("a receiver in trouble", () => {
  test("is tried at once and after 1, 5, 10 and 60 minutes with one id, then given up", async () => {
    await webhookFor(CREATED);
    receiver.respond = answer(503);
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.now();
    await openIncident(scene);
    await drain();
    const { id } = await onlyDelivery();
    for (const minutes of [1, 6, 16, 76]) {
      const due = start + minutes * 60_000;
      vi.setSystemTime(due - 30_000);
      await deliver(id);
      const { next_attempt_at: next } = await onlyDelivery();
      expect(Math.abs((next?.getTime() ?? 0) - due)).toBeLessThan(5000);
      vi.setSystemTime(next ?? 0);
      await deliver(id);
    }
    expect(await onlyDelivery()).toMatchObject({ status: "failed", attempts: 5, next_attempt_at: null });
    expect(receiver.received).toHaveLength(5);
    expect(new Set(receiver.received.map((one) => one.headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map((one) => one.headers["webhook-signature"])).size).toBe(5);
  });

  test.each([
    ["Retry-After longer than the schedule", "600", 600],
    ["Retry-After shorter than the schedule", "5", 60],
    ["Retry-After of a day", "86400", 3600],
    ["Retry-After that is no number", "soon", 60],
  ])("%s", async (_, header, seconds) => {
    await webhookFor(CREATED);
    receiver.respond = answer(429, "", { "Retry-After": header });
    await openIncident(scene);
    await drain();
    const { next_attempt_at: next } = await onlyDelivery();
    expect(((next?.getTime() ?? 0) - Date.now()) / 1000).toBeGreaterThan(seconds - 5);
    expect(((next?.getTime() ?? 0) - Date.now()) / 1000).toBeLessThanOrEqual(seconds);
  });

  test("410 ends at once", async () => {
    await webhookFor(CREATED);
    receiver.respond = answer(410);
    await openIncident(scene);
    await drain();
    expect(await onlyDelivery()).toMatchObject({ status: "failed", attempts: 1 });
  });

  test("a redirect is not followed", async () => {
    await webhookFor(CREATED);
    receiver.respond = answer(302, "", { Location: `${receiver.url}/elsewhere` });
    await openIncident(scene);
    await drain();
    expect(receiver.received.map((one) => one.path)).toEqual(["/hook"]);
    expect(await onlyDelivery()).toMatchObject({
      status: "pending",
      reason: expect.stringContaining("redirects"),
    });
  });

  test("later events of the incident wait for the earlier one and follow it", async () => {
    await webhookFor(CREATED, RECOVERED);
    receiver.respond = answer(500);
    const incident = await openIncident(scene);
    await drain();
    await recoverIncident(scene.caller(), incident.id);
    await drain();
    expect(keys()).toEqual([CREATED]);
    receiver.respond = answer(200);
    const [first] = await deliveriesOf(scene.projectId);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await deliver(first?.id ?? 0);
    await drain();
    expect(keys()).toEqual([CREATED, CREATED, RECOVERED]);
  });

  test("after more than three failed deliveries in a row it is paused, and owners are told", async () => {
    const id = await webhookFor(CREATED);
    receiver.respond = answer(410);
    for (let count = 1; count <= 3; count += 1) {
      await openIncident(scene);
      await drain();
    }
    const paused = async () => (await getIntegration(scene.caller(), "outgoing_webhook", id)).paused;
    expect(await paused()).toBe(false);
    await db()
      .insertInto("users")
      .values({
        organization_id: scene.organizationId,
        name: "Ada",
        email: `ada.${scene.organizationId}@example.com`,
        role: "owner",
        phone: null,
      })
      .execute();
    await openIncident(scene);
    await drain();
    expect(await paused()).toBe(true);
    const mails = await db()
      .selectFrom("outbox_mails")
      .selectAll()
      .where("organization_id", "=", scene.organizationId)
      .where("subject", "like", "%integration paused%")
      .execute();
    expect(mails).toMatchObject([{ recipient: `ada.${scene.organizationId}@example.com` }]);
    await openIncident(scene);
    await drain();
    expect((await deliveriesOf(scene.projectId)).at(-1)).toMatchObject({ status: "muted" });
    await updateIntegration(scene.caller(), "outgoing_webhook", id, { paused: false });
    await openIncident(scene);
    await drain();
    expect(await paused()).toBe(false);
  });
});
