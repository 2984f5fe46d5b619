import { beforeEach, expect, test } from "vitest";
import type { EventKey } from "@/lib/contract/core/events";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { drain, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";

const stage = useNotificationStage();

let ntfy: number;
beforeEach(async () => {
  const { host } = new URL(stage.receiver.url);
  ntfy = await stage.makeIntegration("ntfy", { hostname: host, topic: "alerts", access_token: null });
  respond(200);
});

const respond = (status: number) => {
  stage.receiver.respond = answer(status, { id: "taken" });
};

const rule = (event: EventKey, change: Record<string, unknown> = {}) =>
  stage.makeRule(ntfy, event, { integration_settings: { priority: "high" }, ...change });

async function open(title: string): Promise<number> {
  const { id } = await stage.openIncident({ title });
  await drain();
  return id;
}

async function recover(id: number): Promise<void> {
  await recoverIncident(stage.scene.caller(), id);
  await drain();
}

async function wait(seconds: number): Promise<void> {
  await pass(seconds);
  await drain();
}

async function statuses(): Promise<string[]> {
  const made = await stage.deliveries();
  return made.filter((one) => one.integration_id === ntfy).map(({ status }) => status);
}

test("a recovery that covers its start is sent whatever its rule's limit", async () => {
  await rule(CREATED);
  await rule(RECOVERED, { rate_limit: 60 });
  await recover(await open("Shop"));
  respond(503);
  const id = await open("Blog");
  await recover(id);
  respond(200);
  await wait(61);
  expect(await statuses()).toEqual(["delivered", "delivered", "superseded", "delivered"]);
});

test.each([
  ["is skipped", ["superseded", "delivered", "delivered"]],
  ["fails", ["failed", "delivered"]],
])("an alert behind another one within its rule's limit is sent if that one %s", async (how, ends) => {
  await rule(CREATED, { rate_limit: 60 });
  await rule(RECOVERED);
  respond(503);
  const id = await open("Shop");
  await open("Blog");
  if (how === "fails") respond(410);
  else await recover(id);
  await wait(61);
  respond(200);
  await wait(61);
  expect(await statuses()).toEqual(ends);
  expect(stage.receiver.received.some(({ body }) => body.includes("Blog"))).toBe(true);
});

test("sends an end regardless of its rule's limit if the start was sent", async () => {
  await rule(CREATED);
  await rule(RECOVERED, { rate_limit: 60 });
  const [shop, blog] = [await open("Shop"), await open("Blog")];
  await recover(shop);
  await recover(blog);
  expect(await statuses()).toEqual(["delivered", "delivered", "delivered", "delivered"]);
});

test("recoveries without a start keep their rule's limit", async () => {
  await rule(RECOVERED, { rate_limit: 60 });
  await recover(await open("Shop"));
  await recover(await open("Blog"));
  expect(await statuses()).toEqual(["delivered", "rate_limited"]);
});
