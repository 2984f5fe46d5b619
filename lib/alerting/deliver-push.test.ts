import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addPushDevice, listPushDevices } from "@/lib/services/alerting/push-devices";
import { endTestIncident, runTestIncident } from "@/lib/services/alerting/test-incident-run";
import { getTestIncident, startTestIncident } from "@/lib/services/alerting/test-incidents";
import { deleteIncident, recoverIncident } from "@/lib/services/incidents/incidents";
import { completeMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { keepTimeBy } from "@/lib/shared/clock";
import { db } from "@/lib/store/core/pool";
import { makeMonitor } from "@/lib/testing/checks";
import { allowLoopback, drain, makeUser, openIncident } from "@/lib/testing/notifications/notification-setup";
import { type PushService, startPushService } from "@/lib/testing/providers/push-service";
import { answerProbes } from "@/lib/testing/runners/probe-runner";
import { makeScene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { deliverPush } from "./deliver-push";
import { Dispatcher } from "./dispatcher";
import { pushKey } from "./push-secrets";
import { sweepNotifications } from "./sweep";

allowLoopback();
const scene = useScene();

let service: PushService;
beforeEach(async () => {
  service = await startPushService();
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

async function member(name: string, projects: number[] = [scene.projectId]) {
  const userId = await makeUser(scene, name);
  for (const project_id of projects)
    await db().insertInto("project_members").values({ project_id, user_id: userId }).execute();
  const caller = scene.caller({ kind: "session", userId, label: name });
  return { userId, caller };
}

async function subscribed(caller: Awaited<ReturnType<typeof member>>["caller"]) {
  const browser = await service.browser((await pushKey()).publicKey);
  const device = await addPushDevice(caller, browser.subscription, "Firefox");
  return { ...browser, id: device.id };
}

const deliveries = () =>
  db()
    .selectFrom("push_deliveries as d")
    .where("d.project_id", "=", scene.projectId)
    .selectAll()
    .orderBy("d.id")
    .execute();

async function deliverDue(at: Date): Promise<void> {
  vi.useFakeTimers({ now: at, toFake: ["Date"] });
  for (const { id } of await deliveries()) await deliverPush(id, scene.projectId);
}

const deviceOf = async (caller: Parameters<typeof listPushDevices>[0]) =>
  (await listPushDevices(caller, { limit: 10, offset: 0 })).items[0];

describe("every member of the project", () => {
  test("learns that an incident was deleted if its start was shown", async () => {
    const { caller } = await member("Ada");
    const browser = await subscribed(caller);
    const incident = await openIncident(scene);
    await drain();
    await deleteIncident(scene.caller(), incident.id);
    const unseen = await openIncident(scene, { title: "Search is slow" });
    await deleteIncident(scene.caller(), unseen.id);
    await drain();
    expect(browser.shown.map((one) => one.title)).toEqual([
      "Down: Checkout is slow",
      "Closed: Checkout is slow",
    ]);
    expect(browser.shown[1]?.tag).toBe(browser.shown[0]?.tag);
  });

  test("sends start and end to each browser under the same tag", async () => {
    const [ada, ben] = [await member("Ada"), await member("Ben")];
    const browsers = [
      await subscribed(ada.caller),
      await subscribed(ada.caller),
      await subscribed(ben.caller),
    ];
    const incident = await openIncident(scene);
    await drain();
    await recoverIncident(scene.caller(), incident.id);
    await drain();
    expect(service.refusals).toEqual([]);
    for (const { shown } of browsers) {
      expect(shown.map((one) => one.title)).toEqual([
        "Down: Checkout is slow",
        expect.stringMatching(/^Recovered after .*: Checkout is slow$/),
      ]);
      expect(shown[0]?.body).toMatch(/^Impact: Partial outage · Project: App \d+$/);
      expect(shown.map((one) => one.path)).toEqual(Array(2).fill(`/incidents/${incident.id}`));
      expect(new Set(shown.map((one) => `${one.tag} ${one.topic}`)).size).toBe(1);
      expect(shown.map((one) => [one.urgency, one.ttl])).toEqual([
        ["high", 43_200],
        ["normal", 43_200],
      ]);
    }
    expect((await deviceOf(ben.caller))?.last_success_at).not.toBeNull();
  });

  test("is notified by a server whose clock is behind", async () => {
    const { shown } = await subscribed((await member("Ada")).caller);
    await openIncident(scene);
    await new Dispatcher().runOnce();
    keepTimeBy(() => Date.now() - 60_000);
    await drain().finally(() => keepTimeBy(null));
    expect(shown).toHaveLength(1);
  });

  test("gets nothing about another project or after leaving", async () => {
    const elsewhere = await makeScene();
    const outsider = await member("Olga", [elsewhere.projectId]);
    const leaving = await member("Lea");
    const removed = await member("Rem");
    const shown = [
      (await subscribed(outsider.caller)).shown,
      (await subscribed(leaving.caller)).shown,
      (await subscribed(removed.caller)).shown,
    ];
    await openIncident(scene);
    service.misbehaviour = { kind: "status", status: 503 };
    await drain();
    service.misbehaviour = null;
    await db().deleteFrom("project_members").where("user_id", "=", leaving.userId).execute();
    await db().deleteFrom("users").where("id", "=", removed.userId).execute();
    await deliverDue(new Date(Date.now() + 61_000));
    expect(shown).toEqual([[], [], []]);
    const left = await deliveries();
    expect(left.map((one) => [one.status, one.reason])).toEqual([
      ["superseded", "This person is no longer a member of the project."],
    ]);
  });
});

describe("suppressed", () => {
  test("while the project is muted", async () => {
    const ada = await member("Ada");
    const { shown } = await subscribed(ada.caller);
    await run`update projects set muted = true where id = ${scene.projectId}`;
    await openIncident(scene);
    await drain();
    expect(shown).toEqual([]);
    expect(await deliveries()).toMatchObject([{ status: "muted", reason: "The project is muted." }]);
  });

  test("while a window mutes the monitors, unless the outage outlasts it", async () => {
    const ada = await member("Ada");
    const { shown } = await subscribed(ada.caller);
    const monitorId = await makeMonitor(scene.projectId, { name: "Checkout" });
    const rows =
      await run`insert into maintenance_windows (project_id, title, state, monitoring_mode, starts_at, ends_at)
       values (${scene.projectId}, 'Moving', 'in_progress', 'mute', now() - interval '1 minute', now() + interval '1 hour') returning id`;
    await run`insert into maintenance_window_monitors (maintenance_window_id, monitor_id, project_id)
      values (${rows[0]?.id}, ${monitorId}, ${scene.projectId})`;
    await openIncident(scene, { monitors: [monitorId] });
    await drain();
    expect(shown).toEqual([]);
    expect(await deliveries()).toMatchObject([
      { status: "muted", reason: "A maintenance window is muting its monitors." },
    ]);
    await completeMaintenanceWindow(scene.caller(), rows[0]?.id ?? 0);
    await drain();
    expect(shown).toHaveLength(1);
  });

  test("if the incident recovered first, and the recovery covers both", async () => {
    const ada = await member("Ada");
    const { shown } = await subscribed(ada.caller);
    service.misbehaviour = { kind: "status", status: 500 };
    const incident = await openIncident(scene);
    await drain();
    service.misbehaviour = null;
    await recoverIncident(scene.caller(), incident.id);
    await drain();
    await deliverDue(new Date(Date.now() + 61_000));
    expect(shown.map((one) => one.title)).toEqual([expect.stringMatching(/^Recovered after/)]);
    expect((await deliveries()).map((one) => one.status)).toEqual(["superseded", "delivered"]);
  });
});

describe("a push service that misbehaves", () => {
  const cases = [
    ["500", { kind: "status", status: 500 }, 60_000, "The push service returned 500."],
    [
      "429 with Retry-After",
      { kind: "status", status: 429, headers: { "Retry-After": "300" } },
      300_000,
      "The push service returned 429.",
    ],
    ["a reset", { kind: "reset" }, 60_000, "the connection was reset"],
  ] as const;

  test.each(cases)("%s: retries later and shows the reason", async (_, how, waitMs, reason) => {
    const ada = await member("Ada");
    const { shown } = await subscribed(ada.caller);
    service.misbehaviour = how;
    await openIncident(scene);
    const before = Date.now();
    await drain();
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ status: "pending", attempts: 1, reason });
    expect(Math.abs((waiting?.next_attempt_at?.getTime() ?? 0) - before - waitMs)).toBeLessThan(10_000);
    expect(await deviceOf(ada.caller)).toMatchObject({ last_failure: reason, last_success_at: null });
    service.misbehaviour = null;
    await deliverDue(new Date(before + waitMs - 20_000));
    expect(shown).toEqual([]);
    await deliverDue(new Date(before + waitMs + 10_000));
    expect(shown).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: 2 }]);
    expect(await deviceOf(ada.caller)).toMatchObject({ last_failure: null, last_failure_at: null });
  });

  test("gives up after five attempts, after 1, 5, 10, and 60 minutes", async () => {
    const ada = await member("Ada");
    await subscribed(ada.caller);
    service.misbehaviour = { kind: "status", status: 503 };
    await openIncident(scene);
    await drain();
    const start = Date.now();
    for (const minutes of [1, 6, 16, 76]) await deliverDue(new Date(start + (minutes * 60 + 5) * 1000));
    expect(service.requests).toBe(5);
    expect(await deliveries()).toMatchObject([
      { status: "failed", reason: "gave up after 5 attempts: The push service returned 503." },
    ]);
  });

  test.each([404, 410])("%i: removes the browser and stops sending", async (status) => {
    const ada = await member("Ada");
    await subscribed(ada.caller);
    service.misbehaviour = { kind: "status", status };
    await openIncident(scene);
    await drain();
    expect(await deviceOf(ada.caller)).toBeUndefined();
    expect(await deliveries()).toEqual([]);
    await openIncident(scene, { title: "Another" });
    await drain();
    expect(service.requests).toBe(1);
  });

  test.each([400, 403, 413])("%i: does not retry", async (status) => {
    const ada = await member("Ada");
    await subscribed(ada.caller);
    service.misbehaviour = { kind: "status", status };
    await openIncident(scene);
    await drain();
    await deliverDue(new Date(Date.now() + 61_000));
    expect(service.requests).toBe(1);
    expect(await deliveries()).toMatchObject([
      { status: "failed", reason: `The push service returned ${status}.` },
    ]);
  });
});

test("a test incident reaches browsers with start and end", async () => {
  const ada = await member("Ada");
  const { shown } = await subscribed(ada.caller);
  await makeMonitor(scene.projectId, { name: "Checkout" });
  const testIncident = await startTestIncident(scene.caller({ kind: "session" }), {});
  await Promise.all([
    runTestIncident(scene.projectId, testIncident.test_incident_id),
    answerProbes(["eu-deu-fra"], 3, "down"),
  ]);
  await drain();
  await endTestIncident(scene.projectId, testIncident.test_incident_id);
  await drain();
  expect(shown.map((one) => one.title)).toEqual([
    expect.stringMatching(/^Test incident: Checkout/),
    expect.stringMatching(/^Test incident: Checkout “recovered”/),
  ]);
  const { browsers } = await getTestIncident(
    scene.caller({ kind: "session" }),
    testIncident.test_incident_id,
  );
  expect(browsers.map(({ member, event, status }) => [member, event, status])).toEqual([
    ["Ada", "uptime.incident.created", "delivered"],
    ["Ada", "uptime.incident.recovered", "delivered"],
  ]);
  expect(new Set(shown.map((one) => one.tag)).size).toBe(1);
});

test("resumes the notifications of a killed process", async () => {
  const ada = await member("Ada");
  const { shown } = await subscribed(ada.caller);
  await openIncident(scene);
  await run`delete from graphile_worker._private_jobs`;
  await run`update events set created_at = now() - interval '1 minute'`;
  await sweepNotifications();
  await run`delete from graphile_worker._private_jobs`;
  vi.useFakeTimers({ now: Date.now() + 40_000, toFake: ["Date"] });
  await sweepNotifications();
  await drain();
  expect(shown).toHaveLength(1);
});

test("two concurrent workers send once", async () => {
  const ada = await member("Ada");
  const { shown } = await subscribed(ada.caller);
  await openIncident(scene);
  await drain();
  const [one] = await deliveries();
  await run`update push_deliveries set status = 'pending', next_attempt_at = now(), attempts = 0`;
  await Promise.all(Array.from({ length: 5 }, () => deliverPush(one?.id ?? 0, scene.projectId)));
  expect(shown).toHaveLength(2);
});

test("sends notifications due in the same millisecond", async () => {
  const { shown } = await subscribed((await member("Ada")).caller);
  await openIncident(scene);
  await new Dispatcher().runOnce();
  const at = new Date();
  await run`update push_deliveries set next_attempt_at = ${at}::timestamptz + interval '0.4 ms'`;
  const [one] = await deliveries();
  await deliverPush(one?.id ?? 0, scene.projectId, at);
  expect(shown).toHaveLength(1);
});

test("shows ten individually and the rest as one in a storm", async () => {
  const ada = await member("Ada");
  const { shown } = await subscribed(ada.caller);
  for (let index = 0; index < 25; index += 1) await openIncident(scene, { title: `Storm ${index}` });
  await drain(1);
  expect(shown).toHaveLength(10);
  await deliverDue(new Date(Date.now() + 61_000));
  expect(shown).toHaveLength(11);
  expect(shown[10]).toMatchObject({ title: "15 more incident events", path: "/incidents", tag: "storm" });
  expect((await deliveries()).filter((one) => one.status === "pending")).toEqual([]);
});
