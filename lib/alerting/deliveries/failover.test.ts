import { beforeEach, describe, expect, test } from "vitest";
import { getDelivery, resendDelivery } from "@/lib/services/alerting/deliveries";
import {
  getIntegration,
  listIntegrations,
  testIntegration,
  updateIntegration,
} from "@/lib/services/alerting/integrations";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { drain, limitRate } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer, type Receiver } from "@/lib/testing/notifications/receiver";
import { run } from "@/lib/testing/sql";
import { deliver } from "./deliver";

const stage = useNotificationStage({ mail: true });

let hook: number;
beforeEach(async () => {
  await stage.makeUser("Ada", "owner");
  await stage.makeUser("Ben", "admin");
  await stage.makeUser("Cleo");
  hook = await stage.hookFor(CREATED);
  stage.receiver.respond = failing("/hook");
});

/** Responds with 503 there and 200 elsewhere. */
function failing(path: string): Receiver["respond"] {
  return (received, response) => {
    response.writeHead(received.path === path ? 503 : 200);
    response.end();
  };
}

/** Makes every pending delivery of the project due and sends what is due. */
async function again(times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const rows = await run<{ id: number }>`update deliveries set next_attempt_at = now() - interval '1 second'
       where project_id = ${stage.scene.projectId} and status = 'pending' and digest_id is null returning id`;
    for (const { id } of rows.sort((a, b) => a.id - b.id)) await deliver(id);
    await drain();
  }
}

async function due(id: number): Promise<void> {
  await run`update deliveries set next_attempt_at = now() - interval '1 second' where id = ${id}`;
}

async function open(): Promise<void> {
  await stage.openIncident();
  await drain();
}

const at = (path: string) => stage.receiver.received.filter((one) => one.path === path);
const rows = () => stage.deliveries();
const rowOf = async (integrationId: number) =>
  (await rows()).find((one) => one.integration_id === integrationId);

const onCitus = await isOnCitus();

describe("an alert that fails three times", () => {
  test("is emailed to the owners once with the reason and its content, and logged", async () => {
    await open();
    await again();
    expect(stage.mailServer.mails).toEqual([]);
    await again();
    expect(stage.mailServer.mails).toHaveLength(1);
    const [mail] = stage.mailServer.mails;
    expect(mail?.recipients).toEqual([`ada.${stage.scene.organizationId}@example.com`]);
    expect(mail?.raw.replaceAll(/=\r\n/g, "")).toContain(
      "This alert could not be delivered through Test outgoing_webhook after 3 attempts: returned 503. Here's the original alert:",
    );
    expect(mail?.headers.subject).toContain("Checkout is slow");
    const failed = await rowOf(hook);
    expect(await getDelivery(stage.scene.caller(), failed?.id ?? 0)).toMatchObject({
      status: "pending",
      failed_over: "Failed over to the owners by email after 3 failed attempts.",
    });
    await again(2);
    expect(await rowOf(hook)).toMatchObject({ status: "failed", attempts: 5 });
    expect(stage.mailServer.mails).toHaveLength(1);
  });

  test("sends nothing more when it succeeds later", async () => {
    await open();
    await again(2);
    stage.receiver.respond = answer(200);
    await again();
    expect(await rowOf(hook)).toMatchObject({ status: "delivered", attempts: 4 });
    expect([stage.mailServer.mails.length, at("/hook").length]).toEqual([1, 4]);
  });

  test("goes to another integration that a rule names and that was not notified yet", async () => {
    const pager = await stage.makeWebhook(`${stage.receiver.url}/pager`);
    await stage.makeRule(pager, CREATED, { rate_limit: 60 });
    await open();
    await open();
    expect(at("/pager")).toHaveLength(1);
    await again(2);
    // The first was sent there, so it goes to the owners. The rule's rate limit suppresses the second there, so it does too.
    expect(at("/pager")).toHaveLength(1);
    expect(stage.mailServer.mails).toHaveLength(2);
    const words = (await rows()).flatMap((row) => row.failed_over ?? []);
    expect(words.sort()).toEqual([
      "Failed over to Test outgoing_webhook after 3 failed attempts.",
      "Failed over to the owners by email after 3 failed attempts.",
      "Failed over to the owners by email. The alert rule's rate limit is used up.",
    ]);
  });

  test("does not go to an integration that is paused, rate-limited, or meant for other incidents", async () => {
    const made: number[] = [];
    for (const name of ["paused", "limited", "other"]) {
      made.push(await stage.makeWebhook(`${stage.receiver.url}/${name}`));
    }
    const [paused = 0, limited = 0, other = 0] = made;
    await open();
    await stage.makeRule(paused, CREATED);
    await stage.makeRule(limited, CREATED);
    await stage.makeRule(other, CREATED, { tags: ["customer-b"] });
    await updateIntegration(stage.scene.caller(), "outgoing_webhook", paused, { paused: true });
    await limitRate(limited, 3600);
    await again(2);
    expect(stage.receiver.received.filter((one) => one.path !== "/hook")).toEqual([]);
    expect(stage.mailServer.mails).toHaveLength(1);
  });

  test("fails over at once after a permanent rejection", async () => {
    stage.receiver.respond = answer(410);
    await open();
    expect(stage.mailServer.mails).toHaveLength(1);
    expect((await rowOf(hook))?.failed_over).toBe(
      "Failed over to the owners by email after 1 failed attempt.",
    );
  });

  test("is emailed once if two integrations fail", async () => {
    const second = await stage.makeWebhook(`${stage.receiver.url}/second`);
    await stage.makeRule(second, CREATED);
    stage.receiver.respond = answer(503);
    await open();
    await again(2);
    expect((await rows()).filter((row) => row.failed_over)).toHaveLength(2);
    expect(stage.mailServer.mails).toHaveLength(1);
  });

  test("is dropped if the first integration delivered meanwhile", async () => {
    await open();
    await again();
    const { id = 0 } = (await rowOf(hook)) ?? {};
    await due(id);
    await deliver(id);
    stage.receiver.respond = answer(200);
    await due(id);
    await deliver(id);
    await drain();
    expect(stage.mailServer.mails).toEqual([]);
    expect((await rows()).map((row) => row.status)).toEqual(["delivered", "superseded"]);
  });

  test("is dropped if the project was muted meanwhile", async () => {
    await open();
    await again();
    const { id = 0 } = (await rowOf(hook)) ?? {};
    await due(id);
    await deliver(id);
    await run`update projects set muted = true where id = ${stage.scene.projectId}`;
    await drain();
    expect(stage.mailServer.mails).toEqual([]);
  });

  // Citus has no triggers on distributed tables.
  test.skipIf(onCitus)(
    "leaves nothing behind if its process is killed, and fails over once on the next attempt",
    async () => {
      await open();
      await again();
      await run`create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'the power is gone'; end $$;
      create trigger refuse before insert on deliveries for each row when (new.failed_over_from is not null) execute function refuse()`;
      const { id = 0 } = (await rowOf(hook)) ?? {};
      await due(id);
      await expect(deliver(id)).rejects.toThrow("the power is gone");
      await run`drop trigger refuse on deliveries`;
      expect(await rowOf(hook)).toMatchObject({ attempts: 3, failed_over: null });
      expect(await rows()).toHaveLength(1);
      await run`update deliveries set leased_until = now() where id = ${id}`;
      await again(2);
      expect((await rowOf(hook))?.failed_over).toBe(
        "Failed over to the owners by email after 4 failed attempts.",
      );
      expect(stage.mailServer.mails).toHaveLength(1);
    },
  );

  test("does not fail over tests, resends, and other events", async () => {
    await stage.makeRule(hook, "uptime.incident_comment.created");
    await testIntegration(stage.scene.caller(), "outgoing_webhook", hook);
    await drain();
    stage.receiver.respond = answer(200);
    await open();
    stage.receiver.respond = answer(410);
    await resendDelivery(stage.scene.caller({ kind: "session" }), (await rows())[1]?.id ?? 0);
    await drain();
    expect((await rows()).map((row) => row.failed_over)).toEqual([null, null]);
    expect(stage.mailServer.mails).toEqual([]);
  });
});

test("emails the owners a few messages and one digest in a storm", async () => {
  for (let n = 1; n <= 40; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  await drain();
  await again(2);
  const alone = stage.mailServer.mails.length;
  expect(alone).toBeGreaterThanOrEqual(10);
  expect(alone).toBeLessThanOrEqual(14);
  stage.receiver.respond = answer(200);
  await again();
  expect(stage.mailServer.mails).toHaveLength(alone + 1);
  const digest = stage.mailServer.mails[alone]?.raw.replaceAll(/=\r\n/g, "") ?? "";
  expect(digest).toContain(
    "These alerts could not be delivered through Test outgoing_webhook after 3 attempts",
  );
});

test("sends a digest that failed three times to the owners as one email", async () => {
  const ben = await stage.makeIntegration("ntfy", {
    hostname: new URL(stage.receiver.url).host,
    topic: "alerts",
    access_token: null,
  });
  await stage.makeRule(ben, CREATED, { integration_settings: { priority: "high" } });
  stage.receiver.respond = answer(200, { id: "taken" });
  for (let n = 1; n <= 30; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  await drain();
  stage.receiver.respond = failing("/");
  await again(3);
  const words = (await rows()).filter((row) => row.failed_over);
  expect(words).toHaveLength(1);
  expect(words[0]).toMatchObject({ is_digest: true });
  expect(stage.mailServer.mails).toHaveLength(1);
  expect(stage.mailServer.mails[0]?.headers.subject).toContain("incidents opened");
});

test("the owner fallback is not a listed integration and is never paused", async () => {
  stage.receiver.respond = answer(410);
  await open();
  const page = { limit: 20, offset: 0 };
  const { items } = await listIntegrations(stage.scene.caller(), "email", {}, page);
  expect(items).toEqual([]);
  const fallback = (await rows()).find((row) => row.integration_id !== hook);
  await expect(
    getIntegration(stage.scene.caller(), "email", fallback?.integration_id ?? 0),
  ).rejects.toThrow();
  const change = updateIntegration(stage.scene.caller(), "email", fallback?.integration_id ?? 0, {
    paused: true,
  });
  await expect(change).rejects.toThrow();
});

test("fails over a recovery that could not be delivered", async () => {
  await stage.makeRule(hook, "uptime.incident.recovered");
  stage.receiver.respond = answer(200);
  const incident = await stage.openIncident();
  await drain();
  stage.receiver.respond = failing("/hook");
  await recoverIncident(stage.scene.caller(), incident.id);
  await drain();
  await again(2);
  expect(stage.mailServer.mails).toHaveLength(1);
});
