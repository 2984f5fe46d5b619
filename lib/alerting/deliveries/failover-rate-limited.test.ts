import { beforeEach, describe, expect, test, vi } from "vitest";
import { getDelivery, resendDelivery } from "@/lib/services/alerting/deliveries";
import { testIntegration } from "@/lib/services/alerting/integrations";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { drain, limitRate, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { moveBack, run } from "@/lib/testing/sql";
import { fanOut } from "../fan-out";
import { deliver } from "./deliver";

const stage = useNotificationStage({ mail: true });

let hook: number;
beforeEach(async () => {
  await stage.makeUser("Ada", "owner");
  hook = await stage.hookFor(CREATED);
  busyFor(3600);
  // Clears what other tests left pending.
  await run`delete from deliveries`;
});

/** The hook responds with 429 and asks to wait this many seconds; 0 accepts everything. Other paths always accept. */
function busyFor(seconds: number): void {
  stage.receiver.respond = (received, response) => {
    const isBusy = seconds > 0 && received.path === "/hook";
    response.writeHead(isBusy ? 429 : 200, isBusy ? { "Retry-After": String(seconds) } : {});
    response.end();
  };
}

async function open(title = "Shop is down") {
  const incident = await stage.openIncident({ title });
  await drain(1);
  return incident;
}

const at = (path: string) =>
  stage.receiver.received
    .filter((one) => one.path === path)
    .map((one) => {
      const { type, data } = JSON.parse(one.body) as { type: string; data: { incident: { title: string } } };
      return `${type.split(".").at(-1)} ${data.incident.title}`;
    });
const rows = async (integrationId = hook) =>
  (await stage.deliveries()).filter((one) => one.integration_id === integrationId);

describe("an alert whose integration is rate-limited for an hour", () => {
  test("is emailed to the owners once and right away with the reason, and still sent to the integration afterward", async () => {
    await open("One is down");
    await open("Two is down");
    expect(at("/hook")).toEqual(["created One is down"]);
    expect(stage.mailServer.mails).toHaveLength(2);
    const [first, second] = await rows();
    expect([first?.attempts, second?.attempts]).toEqual([1, 0]);
    const { rate_limited_until: until } = await getDelivery(stage.scene.caller(), second?.id ?? 0);
    const words = `Failed over to the owners by email. This integration is rate-limited until ${until?.slice(11, 19)} UTC.`;
    expect([first?.failed_over, second?.failed_over]).toEqual([words, words]);
    expect(stage.mailServer.mails[1]?.raw.replaceAll(/=\r\n/g, "")).toContain(
      `This alert could not be delivered through Test outgoing_webhook right away. That integration is rate-limited until ${until?.slice(11, 19)} UTC (429).`,
    );
    for (const { id } of await rows()) await deliver(id);
    await drain();
    expect(stage.mailServer.mails).toHaveLength(2);
    busyFor(0);
    await pass(3601);
    await drain();
    expect(at("/hook")).toEqual(["created One is down", "created One is down", "created Two is down"]);
    expect((await rows()).map((one) => one.status)).toEqual(["delivered", "delivered"]);
    expect(stage.mailServer.mails).toHaveLength(2);
  });

  test("goes to another integration that a rule names and that was not notified yet", async () => {
    const pager = await stage.makeWebhook(`${stage.receiver.url}/pager`);
    await stage.makeRule(pager, CREATED, { rate_limit: 60 });
    await limitRate(hook, 60);
    await open("One is down");
    await open("Two is down");
    await limitRate(hook, 3600);
    for (const { id } of await rows()) await deliver(id);
    await drain();
    // The first was sent there and goes to the owners. The second does too, because the rule's rate limit suppresses it there.
    expect(at("/pager")).toEqual(["created One is down"]);
    expect(stage.mailServer.mails).toHaveLength(2);
  });

  test("recovers meanwhile: the owners are notified at once, the integration gets one summary afterward", async () => {
    const settings = { hostname: new URL(stage.receiver.url).host, topic: "alerts", access_token: null };
    const phone = await stage.makeIntegration("ntfy", settings);
    await run`delete from alert_rules where integration_id = ${hook}`;
    for (const event of [CREATED, RECOVERED] as const)
      await stage.makeRule(phone, event, { integration_settings: { priority: "high" } });
    await limitRate(phone, 3600);
    const incident = await open();
    await recoverIncident(stage.scene.caller(), incident.id);
    await drain(1);
    expect(stage.mailServer.mails).toHaveLength(2);
    expect(stage.mailServer.mails[1]?.raw).toMatch(/over|recovered/i);
    expect(stage.receiver.received).toEqual([]);
    stage.receiver.respond = answer(200, { id: "taken" });
    await pass(3601);
    await drain();
    expect((await rows(phone)).map((one) => one.status)).toEqual(["superseded", "delivered"]);
    expect(stage.receiver.received).toHaveLength(1);
    expect(stage.mailServer.mails).toHaveLength(2);
  });
});

test("does not fail over for limits up to five minutes, unless consecutive ones last longer", async () => {
  await limitRate(hook, 290);
  await open();
  expect([stage.mailServer.mails.length, at("/hook").length]).toEqual([0, 0]);
  busyFor(60);
  await pass(291);
  await drain(1);
  expect(at("/hook")).toHaveLength(1);
  expect(stage.mailServer.mails).toHaveLength(1);
});

test("uses the database's clock, not the server's", async () => {
  await limitRate(hook, 240);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3600_000 });
  await open();
  expect(stage.mailServer.mails).toEqual([]);
  await limitRate(hook, 400);
  vi.setSystemTime(Date.now() + 7200_000);
  for (const { id } of await rows()) await deliver(id);
  await drain();
  expect(stage.mailServer.mails).toHaveLength(1);
});

// Citus has no triggers on distributed tables.
test.skipIf(await isOnCitus())(
  "a worker killed during failover leaves nothing behind, and another fails over once while the limit lasts",
  async () => {
    await limitRate(hook, 3600);
    await run`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'the power is gone'; end $$;
    create trigger refuse before insert on deliveries for each row when (new.failed_over_from is not null) execute function refuse()`;
    await open();
    expect(await rows()).toMatchObject([{ failed_over: null, status: "pending" }]);
    await run`drop trigger refuse on deliveries`;
    await pass(60);
    await drain();
    expect(stage.mailServer.mails).toHaveLength(1);
    await drain();
    expect(stage.mailServer.mails).toHaveLength(1);
  },
);

test("fails over an event that waits behind the incident's rate-limited first event", async () => {
  await stage.makeRule(hook, RECOVERED);
  await limitRate(hook, 60);
  const incident = await open();
  await recoverIncident(stage.scene.caller(), incident.id);
  await drain(1);
  expect(stage.mailServer.mails).toEqual([]);
  await limitRate(hook, 3600);
  await moveBack("deliveries", ["next_attempt_at"], 60);
  await drain();
  const notes = (await rows()).map((one) => one.failed_over?.slice(0, 45));
  expect(notes).toEqual([
    "Not failed over, because the incident has rec",
    "Failed over to the owners by email. This inte",
  ]);
  expect(stage.mailServer.mails.at(-1)?.raw).toMatch(/recovered/i);
});

test("suppresses the fallback if the original integration delivered meanwhile", async () => {
  await limitRate(hook, 3600);
  await stage.openIncident({ title: "Shop is down" });
  const events = await run<{ id: number }>`select id from events where project_id = ${stage.scene.projectId}
    and fanned_out_at is null`;
  await fanOut(events[0]?.id ?? 0);
  const [one] = await rows();
  await deliver(one?.id ?? 0);
  busyFor(0);
  await limitRate(hook, -1);
  await deliver(one?.id ?? 0);
  await drain();
  expect(at("/hook")).toHaveLength(1);
  expect(stage.mailServer.mails).toEqual([]);
});

test("does not fail over muted projects, tests, resends, and other events", async () => {
  await stage.makeRule(hook, "uptime.incident_comment.created");
  busyFor(0);
  await open("One is down");
  await limitRate(hook, 3600);
  await resendDelivery(stage.scene.caller({ kind: "session" }), (await rows())[0]?.id ?? 0);
  await testIntegration(stage.scene.caller(), "outgoing_webhook", hook);
  await drain();
  await run`update projects set muted = true where id = ${stage.scene.projectId}`;
  await open("Two is down");
  expect((await stage.deliveries()).map((one) => one.failed_over)).toEqual([null, null, null]);
  expect(stage.mailServer.mails).toEqual([]);
});

test("emails the owners a few messages and one digest for a storm on a rate-limited integration", async () => {
  await limitRate(hook, 3600);
  for (let n = 1; n <= 40; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  await drain();
  expect((await rows()).every((one) => one.failed_over !== null)).toBe(true);
  const alone = stage.mailServer.mails.length;
  expect(alone).toBeGreaterThanOrEqual(10);
  expect(alone).toBeLessThanOrEqual(14);
  await pass(61);
  await drain();
  expect(stage.mailServer.mails).toHaveLength(alone + 1);
  expect(stage.mailServer.mails[alone]?.raw.replaceAll(/=\r\n/g, "")).toContain(
    "These alerts could not be delivered through Test outgoing_webhook right away",
  );
});
