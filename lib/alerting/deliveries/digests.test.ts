import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { resendDelivery } from "@/lib/services/alerting/deliveries";
import { clearTestIncident } from "@/lib/services/alerting/test-incidents";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { createMonitor } from "@/lib/services/monitors/writes";
import { recordEvent, recordEvents } from "@/lib/store/alerting/events";
import { insertTestIncident } from "@/lib/store/alerting/test-incidents";
import { tx } from "@/lib/store/core/tx";
import { makeMonitor } from "@/lib/testing/checks";
import { deliveriesOf, drain, openIncident, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { MONITOR, type Scene } from "@/lib/testing/scene";
import { moveBack, run } from "@/lib/testing/sql";

const stage = useNotificationStage({ mail: true });

let mail: number;
beforeEach(async () => {
  mail = await stage.makeIntegration("email", { members: [await stage.makeUser("Ben")] });
});

/** Sends to the email integration with these limits. */
async function rules(change: Record<string, unknown> = {}): Promise<void> {
  for (const event of [CREATED, RECOVERED] as const)
    await stage.makeRule(mail, event, { plain: true, ...change });
}

/** Opens incidents one after the other in each scene. Returns their IDs. */
async function open(count: number, ...scenes: Scene[]): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 1; n <= count; n += 1)
    for (const scene of scenes) ids.push((await openIncident(scene, { title: `Shop ${n} is down` })).id);
  return ids;
}

async function makeSecondProject(): Promise<Scene> {
  const { organizationId } = stage.scene;
  const [{ id }] = await run`insert into projects (organization_id, name, slug, incident_prefix)
    values (${organizationId}, 'Blog', 'blog', 'BLOG') returning id`;
  return {
    organizationId,
    projectId: id,
    caller: (change) => stage.scene.caller({ projectId: id, ...change }),
  };
}

/** Records that `count` monitors joined an incident. */
async function join(incidentId: number, count: number): Promise<void> {
  const { projectId } = stage.scene;
  const monitors: number[] = [];
  for (let n = 1; n <= count; n += 1) monitors.push(await makeMonitor(projectId, { name: `Shop ${n}` }));
  const event = { projectId, key: "uptime.incident.propagated", incidentId, occurredAt: new Date() };
  await tx((trx) =>
    recordEvents(
      trx,
      monitors.map((monitorId) => ({ ...event, monitorId })),
    ),
  );
}

const subjects = () => stage.mailServer.mails.map((sent) => sent.headers.subject ?? "");
const digests = () => subjects().filter((subject) => subject.includes("incidents opened"));

test("an organization-wide rule sends a storm in two projects as one digest per project", async () => {
  await rules({ scope: "organization" });
  const blog = await makeSecondProject();
  await open(15, stage.scene, blog);
  await drain();
  await pass(61);
  await drain();
  expect(digests()).toHaveLength(2);
  const made = [stage.scene, blog].map(({ projectId }) => deliveriesOf(projectId));
  expect((await Promise.all(made)).flat().map(({ status }) => status)).toEqual(
    Array.from({ length: 30 }, () => "delivered"),
  );
});

test("a digest of other events names their subjects", async () => {
  await stage.makeRule(mail, "uptime.monitor.created", { plain: true });
  for (let n = 1; n <= 13; n += 1)
    await createMonitor(stage.scene.caller(), CreateMonitor.parse({ ...MONITOR, name: `Shop ${n}` }));
  await drain();
  await pass(61);
  await drain();
  expect(subjects().at(-1)).toBe("3 monitors created");
  expect(stage.mailServer.mails.at(-1)?.raw).toContain("Monitor created: Shop 13");
});

/** Records the start of a test incident. Returns its ID. */
async function startTestIncident(): Promise<string> {
  const { projectId } = stage.scene;
  const [id, startedAt] = [randomUUID(), new Date()];
  const monitor = { id: await makeMonitor(projectId), name: "Shop" };
  const incident = {
    ...{ id: 0, slug: "TEST", type: "monitor", title: "[Test] Shop is down", description: null, tags: [] },
    ...{ state: "unknown", status: "ongoing", impact: "unknown", incidentAt: startedAt, recoveryAt: null },
  };
  await tx(async (trx) => {
    await insertTestIncident(trx, projectId, { id, monitor, startedAt });
    const event = { projectId, key: CREATED, occurredAt: startedAt, testIncidentId: id };
    await recordEvent(trx, { ...event, entities: { incident, test_monitor: monitor } });
  });
  return id;
}

test("a test incident in a storm is sent alone, and removing it keeps the alerts of the digest", async () => {
  await rules();
  await open(10, stage.scene);
  await drain();
  const testIncidentId = await startTestIncident();
  await drain();
  expect(subjects().at(-1)).toContain("Test_incident");
  await open(3, stage.scene);
  await drain();
  await clearTestIncident(stage.scene.projectId, testIncidentId);
  await pass(61);
  await drain();
  expect(digests()).toEqual([expect.stringContaining("3 incidents opened")]);
});

test("a resent member of a digest is sent alone, and later events follow it", async () => {
  await rules();
  const last = (await open(13, stage.scene)).at(-1) ?? 0;
  await drain();
  await pass(61);
  await drain();
  const member = (await stage.deliveries()).find((one) => one.incident_id === last);
  expect(member?.digest_id).not.toBeNull();
  await resendDelivery(stage.scene.caller(), member?.id ?? 0);
  await drain();
  expect(subjects().at(-1)).toContain("Shop 13 is down");
  await recoverIncident(stage.scene.caller(), last);
  await drain();
  await pass(61);
  await drain();
  expect(subjects().slice(-2)).toEqual([
    expect.stringContaining("Shop 13"),
    "1 incident recovered: all recovered",
  ]);
});

test.each([
  ["a recovery that a digest reported is not sent again", true],
  ["a recovery that is recorded after a digest, but happened before it, is sent", false],
])("%s", async (_, isReported) => {
  await rules();
  const last = (await open(13, stage.scene)).at(-1) ?? 0;
  await drain();
  if (isReported) await recoverIncident(stage.scene.caller(), last);
  await pass(61);
  await drain();
  expect(digests()).toHaveLength(1);
  if (!isReported) await recoverIncident(stage.scene.caller(), last);
  // Reported late by a runner: at the time that the recovery has, the digest wasn't sent yet.
  await moveBack("incidents", ["recovery_at"], 60, `id = ${last}`);
  await drain();
  await pass(61);
  await drain();
  const recoveries = subjects().filter(
    (subject) => subject.includes("ecovered") && !subject.includes("opened"),
  );
  expect(recoveries).toHaveLength(isReported ? 0 : 1);
});

test("news of the many monitors that join one incident shares the next digest, in order", async () => {
  await stage.makeRule(mail, CREATED, { plain: true });
  await stage.makeRule(mail, "uptime.incident.propagated", { plain: true });
  const { id: incidentId } = await stage.openIncident();
  await drain();
  await join(incidentId, 39);
  await drain();
  expect(subjects()).toHaveLength(10);
  await pass(61);
  await drain();
  expect(subjects()).toHaveLength(11);
  expect(subjects().at(-1)).toContain("30 more monitors went down: 1 incident still open");
  expect((await stage.deliveries()).map(({ status }) => status)).toEqual(
    Array.from({ length: 40 }, () => "delivered"),
  );
});

test("later news of an incident waits for a digest with its earlier news that wasn't delivered yet", async () => {
  await stage.makeRule(mail, CREATED, { plain: true });
  await stage.makeRule(mail, "uptime.incident.propagated", { plain: true });
  const { id: incidentId } = await stage.openIncident();
  await join(incidentId, 14);
  await drain();
  stage.mailServer.refuseWith = 450;
  await pass(61);
  await drain();
  stage.mailServer.refuseWith = null;
  await join(incidentId, 1);
  await drain();
  expect((await stage.deliveries()).at(-1)).toMatchObject({ is_digest: false, digest_id: null, attempts: 0 });
  await pass(3600);
  await drain();
  expect(subjects()).toHaveLength(11);
  await pass(61);
  await drain();
  expect(subjects()).toHaveLength(12);
  expect(subjects().at(-2)).toContain("5 more monitors went down");
});
