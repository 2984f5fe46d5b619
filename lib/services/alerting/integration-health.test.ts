import { beforeEach, expect, test } from "vitest";
import { openSecrets } from "@/lib/alerting/integration-secrets";
import type { DELIVERY_STATUSES } from "@/lib/contract/alerting/delivery-statuses";
import { insertTestDelivery } from "@/lib/store/alerting/delivery-writes";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { allowLoopback, makeWebhook, WEBHOOK_SECRET } from "@/lib/testing/notifications/notification-setup";
import { makeScene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getIntegrationHealth } from "./integration-health";
import { updateIntegration } from "./integrations";

allowLoopback();
const scene = useScene();
const START = Date.now() - 3600_000;
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
let hook = 0;
beforeEach(async () => {
  hook = await makeWebhook(scene, "https://hooks.example.com/a");
});

/** Stores a delivery that finished `minute` minutes into the last hour. */
async function ended(minute: number, status: DeliveryStatus, change: Record<string, unknown> = {}) {
  const at = new Date(START + minute * 60_000);
  const id = await tx((trx) => insertTestDelivery(trx, { id: hook, projectId: scene.projectId }, at));
  const end = { status, is_test: false, finished_at: at, next_attempt_at: null, attempts: 1, ...change };
  await db().updateTable("deliveries").set(end).where("id", "=", id).execute();
  return id;
}

const health = async () => (await getIntegrationHealth(scene.caller())).destinations;

test("shows that an integration has never been notified", async () => {
  expect(await health()).toEqual([
    {
      integration_id: hook,
      last: null,
      consecutive_failures: 0,
      retrying: null,
      pause_reason: null,
      previous_secret_until: null,
    },
  ]);
});

test("shows the last delivery with its reason and the consecutive failures since the last success", async () => {
  await ended(1, "failed", { reason: "answered 500" });
  await ended(2, "delivered");
  await ended(3, "failed", { reason: "returned 404" });
  const last = await ended(4, "failed", { reason: "the receiver answered 410 Gone" });
  const reason = expect.stringContaining("410");
  expect(await health()).toMatchObject([
    { last: { delivery_id: last, status: "failed", reason }, consecutive_failures: 2 },
  ]);
  await ended(5, "delivered");
  expect(await health()).toMatchObject([{ last: { status: "delivered" }, consecutive_failures: 0 }]);
});

test("shows tests and test incidents as the last delivery, counts none as a failure, and skips muted ones", async () => {
  await ended(1, "failed", { reason: "returned 404" });
  await ended(2, "delivered", { is_test: true });
  await ended(3, "failed", { is_test_incident: true, reason: "returned 404" });
  await ended(4, "muted", { reason: "The project is muted." });
  expect(await health()).toMatchObject([
    { last: { status: "failed", event: "test" }, consecutive_failures: 1 },
  ]);
});

test("shows why and when a delivery is retried", async () => {
  const next = new Date(Date.now() + 300_000);
  await ended(5, "pending", { finished_at: null, next_attempt_at: next, reason: "returned 503" });
  expect(await health()).toMatchObject([
    { retrying: { reason: "returned 503", next_attempt_at: expect.stringMatching(/Z$/) } },
  ]);
});

test("keeps the pause reason until it is resumed, then restarts the failure count", async () => {
  for (const minute of [1, 2, 3, 4]) await ended(minute, "failed", { reason: "returned 404" });
  const paused = { paused: true, pause_reason: "It paused itself: its last 4 deliveries failed." };
  await db().updateTable("integrations").set(paused).where("id", "=", hook).execute();
  expect(await health()).toMatchObject([{ pause_reason: paused.pause_reason, consecutive_failures: 4 }]);
  await updateIntegration(scene.caller(), "outgoing_webhook", hook, { paused: false });
  expect(await health()).toMatchObject([{ pause_reason: null, consecutive_failures: 0 }]);
});

test("leaves out other projects' integrations", async () => {
  const other = await makeScene();
  expect((await getIntegrationHealth(other.caller())).destinations).toEqual([]);
});

test("an integration whose secrets are damaged hides no other, and can be given new ones", async () => {
  const other = await makeWebhook(scene, "https://hooks.example.com/b");
  await run`update integrations set secrets = ${Buffer.from([0])} where id = ${hook}`;
  expect((await health()).map((one) => one.integration_id).sort()).toEqual([hook, other].sort());
  const caller = scene.caller({ kind: "session" });
  await expect(
    updateIntegration(caller, "outgoing_webhook", hook, { settings: { url: "https://hooks.example.com/c" } }),
  ).rejects.toMatchObject({ status: 422 });
  const settings = { url: "https://hooks.example.com/c", secret: WEBHOOK_SECRET };
  await updateIntegration(caller, "outgoing_webhook", hook, { settings });
  const [{ secrets }] = await run`select secrets from integrations where id = ${hook}`;
  expect(openSecrets({ id: hook, secrets })).toMatchObject({ secret: WEBHOOK_SECRET });
});
