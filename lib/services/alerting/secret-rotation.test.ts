import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import {
  drain,
  makeRule,
  makeWebhook,
  openIncident,
  WEBHOOK_SECRET,
} from "@/lib/testing/notifications/notification-setup";
import { useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import type { Received } from "@/lib/testing/notifications/receiver";
import { getIntegrationHealth } from "./integration-health";
import { updateIntegration } from "./integrations";

const stage = useNotificationStage();

const NEW_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

function verify(secret: string, index: number): void {
  const { body, headers } = receivedAt(index);
  new Webhook(secret).verify(body, headers as Record<string, string>);
}

function receivedAt(index: number): Received {
  const one = stage.receiver.received[index];
  if (!one)
    throw new Error(`Expected request number ${index}; got ${stage.receiver.received.length} requests.`);
  return one;
}

test("signs with the replaced secret for one more day", async () => {
  const { scene } = stage;
  const hook = await makeWebhook(scene, stage.receiver.url);
  await makeRule(scene, hook, "uptime.incident.created");
  const rotate = (secret: string) =>
    updateIntegration(scene.caller(), "outgoing_webhook", hook, { settings: { secret } });
  const shown = await rotate(NEW_SECRET);
  expect(Object.keys(shown.settings)).toEqual(["url"]);
  // Sending the same secret again, as Terraform does, revokes nothing.
  await rotate(NEW_SECRET);
  await openIncident(scene);
  await drain();
  verify(NEW_SECRET, 0);
  verify(WEBHOOK_SECRET, 0);
  const { headers, body } = receivedAt(0);
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const byHand = [NEW_SECRET, WEBHOOK_SECRET].map((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  });
  expect(headers["webhook-signature"]).toBe(byHand.join(" "));
  await openIncident(scene, { title: "Sent a day later" });
  const real = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: real + 24 * 3600_000 + 1000 });
  await drain();
  verify(NEW_SECRET, 1);
  expect(() => verify(WEBHOOK_SECRET, 1)).toThrow("No matching signature");
});

test("never sends a new receiver a signature of the previous secret", async () => {
  const { scene } = stage;
  const hook = await makeWebhook(scene, stage.receiver.url);
  await makeRule(scene, hook, "uptime.incident.created");
  const url = `${stage.receiver.url}/elsewhere`;
  await updateIntegration(scene.caller(), "outgoing_webhook", hook, {
    settings: { url, secret: NEW_SECRET },
  });
  await openIncident(scene);
  await drain();
  const index = stage.receiver.received.length - 1;
  verify(NEW_SECRET, index);
  expect(() => verify(WEBHOOK_SECRET, index)).toThrow("No matching signature");
});

test("shows the dashboard until when both secrets are valid, but neither secret", async () => {
  const { scene } = stage;
  const hook = await makeWebhook(scene, stage.receiver.url);
  const until = async () => {
    const health = await getIntegrationHealth(scene.caller());
    expect(JSON.stringify(health)).not.toMatch(/whsec_/);
    return health.destinations.find(({ integration_id }) => integration_id === hook)?.previous_secret_until;
  };
  expect(await until()).toBeNull();
  const began = Math.floor(Date.now() / 1000) * 1000;
  await updateIntegration(scene.caller(), "outgoing_webhook", hook, { settings: { secret: NEW_SECRET } });
  const ends = Date.parse((await until()) ?? "") - began;
  expect(ends).toBeGreaterThanOrEqual(24 * 3600_000);
  expect(ends).toBeLessThan(24 * 3600_000 + 60_000);
  // Renaming revokes nothing.
  await updateIntegration(scene.caller(), "outgoing_webhook", hook, { name: "Renamed" });
  expect(await until()).not.toBeNull();
  const real = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: real + 24 * 3600_000 + 1000 });
  expect(await until()).toBeNull();
});
